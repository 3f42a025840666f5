import { App, Button, Empty, Result } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../http-api.ts';
import { LinkButton } from '../listing/link-button.tsx';
import { demoHint } from '../listing/row-acts.tsx';
import type { Group } from '../ordering/move.ts';
import { Ordering } from '../ordering/ordering.tsx';
import { useOffice } from '../shell/use-office.ts';
import { wordsOf } from '../words-of.ts';

type Item = { id: number; name: string };

/** Which group of friends comes first, and who in it. */
export function Component() {
  const { message } = App.useApp();
  const isDemo = useOffice().role === 'demo';
  const [groups, setGroups] = useState<Group<Item>[]>();
  const [failure, setFailure] = useState('');
  const load = useCallback(
    () =>
      api.links.order().then(
        (all) => {
          setFailure('');
          setGroups(all.map(({ name, links }) => ({ key: name, name, items: links })));
        },
        (error) => setFailure(wordsOf(error)),
      ),
    [],
  );
  useEffect(() => void load(), [load]);

  const save = async (next: Group<Item>[]) => {
    setGroups(next);
    const body = { groups: next.map(({ name, items }) => ({ name, ids: items.map(({ id }) => id) })) };
    await api.links.arrange({ body }).catch((error) => {
      message.error(wordsOf(error));
      return load();
    });
  };
  if (failure) return <Result status="warning" title={failure} extra={<Button onClick={load}>再试一次</Button>} />;
  return (
    <>
      <div className="page-head">
        <h1>友链的次序</h1>
        <p>拖动，或用上移下移；排好就生效。改组名请编辑友链。</p>
        <div className="page-acts">
          <LinkButton to="/links">回到友链</LinkButton>
        </div>
      </div>
      {groups?.length === 0 && <Empty description="还没有友链" />}
      {groups && <Ordering groups={groups} onChange={save} hint={isDemo ? demoHint : ''} />}
    </>
  );
}
