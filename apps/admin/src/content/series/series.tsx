import type { SeriesRow } from '@mojian/contract/content/series-admin';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import type { Column } from '../../platform/listing/columns.ts';
import { Listing } from '../../platform/listing/listing.tsx';
import { demoHint } from '../../platform/listing/row-acts.tsx';
import { Written } from '../../platform/listing/written.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { When } from '../../platform/when.tsx';
import { OrderSeries } from './order-series.tsx';
import { SeriesForm } from './series-form.tsx';
import './series.css';

type Open = { kind: 'edit' | 'order'; series: SeriesRow } | { kind: 'new' };
type Choice = { id: number; name: string };

/** Everybody's series: to rename, to fill and put in order, to dissolve; and to begin one of one's own. */
export function Component() {
  const isDemo = useOffice().role === 'demo';
  const [open, setOpen] = useState<Open>();
  const [authors, setAuthors] = useState<Choice[]>([]);
  const [round, setRound] = useState(0);
  const load = useCallback(async (asked: Parameters<typeof api.series.list>[0]) => {
    const { data, extra } = await api.series.list(asked);
    setAuthors(extra.authors);
    return data;
  }, []);
  const close = (isDone: boolean) => {
    setOpen(undefined);
    if (isDone) setRound((now) => now + 1);
  };

  return (
    <>
      <Listing<SeriesRow>
        name="专栏"
        title="专栏"
        none="还没有专栏，开一个，把相连的文章排在一起"
        round={round}
        load={load}
        act={async ([id = 0]) => {
          await api.series.remove({ query: { id } });
          return { done: 1, failed: [] };
        }}
        rowActs={(series) => [
          { name: 'order', title: '文章', open: () => setOpen({ kind: 'order', series }) },
          { name: 'edit', title: '编辑', open: () => setOpen({ kind: 'edit', series }) },
          { name: 'remove', title: '删除', confirm: '专栏会删除，其中的文章都保留。确定吗？' },
        ]}
        filters={[
          { name: 'text', label: '名字与简介' },
          {
            name: 'authorId',
            label: '作者',
            options: authors.map(({ id, name }) => ({ value: `${id}`, label: name })),
          },
        ]}
        columns={columns}
        csv={csv}
        extra={
          <Button
            type="primary"
            disabled={isDemo}
            title={isDemo ? demoHint : undefined}
            onClick={() => setOpen({ kind: 'new' })}
          >
            新建专栏
          </Button>
        }
      />
      {open?.kind === 'order' && <OrderSeries series={open.series} onClose={close} />}
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <SeriesForm series={open.kind === 'edit' ? open.series : undefined} onClose={close} />
      )}
    </>
  );
}

const columns: Column<SeriesRow>[] = [
  { key: 'name', title: '名字', render: (_, row) => <Name row={row} /> },
  { key: 'author', title: '作者', className: 'tight', render: (_, { author }) => <Author {...author} /> },
  {
    key: 'articles',
    title: '文章',
    align: 'right',
    render: (_, { articles }) => `${articles.toLocaleString('zh-CN')} 篇`,
  },
  { key: 'time', title: '最近', render: (_, { time }) => <When time={time} /> },
];

const csv = [
  { title: '编号', text: ({ id }: SeriesRow) => id },
  { title: '名字', text: ({ name }: SeriesRow) => name },
  { title: '简介', text: ({ intro }: SeriesRow) => intro },
  { title: '作者', text: ({ author }: SeriesRow) => author.nickname },
  { title: '文章', text: ({ articles }: SeriesRow) => articles },
];

function Author({ id, nickname }: SeriesRow['author']) {
  return (
    <a className="series-author" href={`/user/${id}`}>
      {nickname}
    </a>
  );
}

/** Readers see only those something is published in. */
function Name({ row: { id, name, intro, articles } }: { row: SeriesRow }) {
  return (
    <span className="series-name">
      {articles > 0 ? <a href={`/series/${id}`}>{name}</a> : <b>{name}</b>}
      {intro && <Written text={intro} quiet />}
    </span>
  );
}
