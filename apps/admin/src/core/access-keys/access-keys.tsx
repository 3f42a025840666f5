import type { OwnedKey } from '@mojian/contract/core/access-keys';
import { Icon } from '@mojian/ui/icon';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Confirm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { RowCard } from '../../platform/listing/row-card.tsx';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { MadeKey, McpCard, Scopes } from './key-cards.tsx';
import { KeyForm } from './key-form.tsx';
import '../../platform/listing/actions.css';
import './access-keys.css';

const pageSize = 20;

/** Keys of programs: the owner's own, which are made and changed here, and everybody else's, which can be revoked. */
export function Component() {
  const [pageNo, setPageNo] = useState(1);
  const load = () => api.adminAccessKeys.list({ query: { pageNo, pageSize } });
  const { answer, failure, reload } = useAnswer(['keys', pageNo], load);
  const [edited, setEdited] = useState<OwnedKey | 'new'>();
  const [made, setMade] = useState<{ name: string; key: string }>();
  const done = (added?: { name: string; key: string }) => {
    setEdited(undefined);
    if (added) setMade(added);
    reload();
  };
  return (
    <>
      <div className="page-head">
        <h1>程序访问</h1>
        <p>让别的程序替你写、替你读。每把钥匙只能做你勾的事。</p>
        <div className="page-acts">
          <Button type="primary" icon={<Icon name="plus" />} onClick={() => setEdited('new')}>
            新钥匙
          </Button>
        </div>
      </div>
      <div className="access-keys">
        {made && <MadeKey name={made.name} text={made.key} close={() => setMade(undefined)} />}
        <McpCard />
        <RowCard
          title="钥匙"
          note={answer && `${answer.total} 把`}
          none="还没有钥匙"
          rows="access-keys-rows"
          page={answer}
          failure={failure}
          reload={reload}
          turn={setPageNo}
        >
          {(key) => <Row row={key} reload={reload} edit={() => setEdited(key)} />}
        </RowCard>
      </div>
      {edited && (
        <KeyForm known={edited === 'new' ? undefined : edited} close={() => setEdited(undefined)} done={done} />
      )}
    </>
  );
}

type RowProps = { row: OwnedKey; reload: () => void; edit: () => void };

function Row({ row, reload, edit }: RowProps) {
  const { message } = App.useApp();
  const { id: viewer } = useOffice();
  const { id, name, start, scopes, createdAt, state, member } = row;
  const revoke = () =>
    api.adminAccessKeys
      .revoke({ query: { id } })
      .then(
        () => message.success('已停用，它的下一次请求就被拒绝'),
        (error) => message.error(errorText(error)),
      )
      .then(reload);
  return (
    <li className="access-key" data-state={state}>
      <div>
        <b>{name}</b>
        <small>
          <code>{start}…</code>
          {member.id !== viewer && ` ${member.nickname}`}
        </small>
      </div>
      <Scopes scopes={scopes} />
      <span className="access-key-made">
        <span className="access-key-label">做于 </span>
        <ShortTime time={createdAt} />
      </span>
      <LastUse {...row} />
      <KeyState {...row} />
      <span className="row-acts">
        {state === 'active' && member.id === viewer && (
          <button type="button" aria-label={`改权限：${name}`} onClick={edit}>
            改权限
          </button>
        )}
        {state === 'active' && (
          <Confirm title={`停用「${name}」？用它的程序马上就连不上了。`} onConfirm={revoke}>
            <button type="button" aria-label={`停用：${name}`}>
              停用
            </button>
          </Confirm>
        )}
      </span>
    </li>
  );
}

function LastUse({ usedAt, place, isNewPlace }: OwnedKey) {
  if (usedAt === null) return <span>还没用过</span>;
  return (
    <span>
      <span className="access-key-label">用过 </span>
      <ShortTime time={usedAt} />
      {place && (
        <small>
          {place}
          {isNewPlace && '，第一次从这里来'}
        </small>
      )}
    </span>
  );
}

const soon = 31 * 24 * 3_600_000;

function KeyState({ state, expiresAt }: OwnedKey) {
  if (state === 'revoked') return <State tone="off">停用了</State>;
  if (state === 'expired') return <State tone="bad">到期了</State>;
  if (expiresAt === null) return <State tone="ok">可用，不到期</State>;
  const isSoon = Date.parse(expiresAt) - Date.now() < soon;
  return (
    <State tone={isSoon ? 'wait' : 'ok'}>
      {isSoon ? (
        <>
          <ShortTime time={expiresAt} /> 到期
        </>
      ) : (
        '可用'
      )}
    </State>
  );
}
