import type { MissedRow } from '@mojian/contract/content/redirects';
import { Form, Input } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { SaveForm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import type { BatchAction } from '../../platform/listing/actions.tsx';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { count, type RowFields, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { useOffice } from '../../platform/shell/office.tsx';
import { RedirectPath, RedirectsNav, RedirectTarget } from './redirects.tsx';

export function Component() {
  const { isDemo } = useOffice();
  const { open, show: choose, round, ends } = useListDialog<MissedRow>();
  const [isHidden, setHidden] = useState(false);
  const seen = useRef(new Map<number, MissedRow>());
  const load = useCallback(async (query: Parameters<typeof api.redirects.missed>[0]) => {
    const page = await api.redirects.missed(query);
    for (const row of page.records) seen.current.set(row.id, row);
    setHidden(query.query.hidden === 'true');
    return page;
  }, []);

  return (
    <>
      <Listing<MissedRow, Act>
        title="没找到的网址"
        none="近来没有人走错。读者打开不存在的页面时，网址会记在这里，最多一千个"
        round={round}
        load={load}
        follows={['redirects', 'articles']}
        act={(ids, act) => run(ids, act, seen.current)}
        acts={isHidden ? [show] : [accept, hide]}
        rowActs={(row) => [
          ...(row.guess && !isHidden ? [{ ...accept, title: '就是它', strong: true }] : []),
          ...(isDemo ? [] : [{ name: 'choose', title: '指定', key: 'Enter', open: () => choose(row) }]),
          isHidden ? show : hide,
        ]}
        filters={filters}
        fields={fields}
        hasCsv={false}
        extra={<RedirectsNav here="/redirects/missed" />}
      />
      {open && <ChooseTarget row={open} {...ends} />}
    </>
  );
}

type Act = 'accept' | 'hide' | 'show';

const accept: BatchAction<Act> = { name: 'accept', title: '按猜的通向', key: 'a' };
const hide: BatchAction<Act> = { name: 'hide', title: '不再显示', key: 'h', undo: 'show' };
const show: BatchAction<Act> = { name: 'show', title: '重新显示', undo: 'hide' };

async function run(ids: number[], act: Act, seen: Map<number, MissedRow>) {
  if (act !== 'accept') return api.redirects.settle({ body: { ids, act } });
  const rows = ids.flatMap((id) => seen.get(id) ?? []);
  const items = rows.flatMap(({ id, guess }) => (guess ? [{ id, target: guess.target }] : []));
  const unknown = rows.filter(({ guess }) => !guess).map(({ id }) => ({ id, why: '猜不出是哪一页，请指定' }));
  const { done, failed } = items.length > 0 ? await api.redirects.accept({ body: { items } }) : { done: 0, failed: [] };
  return { done, failed: [...failed, ...unknown] };
}

const filters = {
  text: '网址',
  by: { label: '排序', unset: '次数多的在前', options: { last: '最近的在前' } },
  hidden: { label: '显示', unset: '待处理的', options: { true: '不再显示的' } },
} satisfies FiltersFor<typeof api.redirects.missed>;

const fields: RowFields<MissedRow> = {
  path: { title: '网址', cell: (path) => <RedirectPath path={path} /> },
  guess: { title: '猜是这一页', cell: (guess) => <Guess guess={guess} /> },
  hits: count('次数', '次', { isTight: true }),
  lastAt: time('最近一次'),
};

function Guess({ guess }: Pick<MissedRow, 'guess'>) {
  if (!guess) return <span className="quiet">猜不出</span>;
  return (
    <span className="redirect-guess">
      <RedirectTarget {...guess} />
      <small>{guess.reason}</small>
    </span>
  );
}

type Props = { row: MissedRow; onClose: () => void; onDone: () => void };

function ChooseTarget({ row: { path, guess }, ...ends }: Props) {
  return (
    <SaveForm<{ to?: string }>
      {...ends}
      title="指定它通向哪里"
      said="已添加"
      initial={{ to: guess?.target ?? '' }}
      above={<p className="dialog-text redirect-path">{path}</p>}
      send={({ to = '' }) => api.redirects.add({ body: { from: path, to } })}
    >
      <Form.Item name="to" label="新地址" extra="本站的页面，或别处的 http 网址。">
        <Input inputMode="url" autoCapitalize="off" placeholder="/article/12" />
      </Form.Item>
    </SaveForm>
  );
}
