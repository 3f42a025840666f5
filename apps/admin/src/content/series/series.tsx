import type { SeriesCandidate, SeriesItem, SeriesRow } from '@mojian/contract/content/series';
import { Button, Select } from 'antd';
import { useCallback, useState } from 'react';
import { NameForm, type NameInput } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import { LongText } from '../../platform/listing/cells.tsx';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { count, exported, type RowFields, shownOnly, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { OrderDialog, type OrderedItem } from '../../platform/ordering/order-dialog.tsx';
import { useSearchAsTyped } from '../../platform/query.ts';
import { demoHint, useOffice } from '../../platform/shell/office.tsx';
import { articleStates } from '../articles/article-actions.ts';
import './series.css';

type OpenDialog = { kind: 'edit' | 'order'; series: SeriesRow } | { kind: 'new' };
type AuthorChoice = { id: number; name: string };

export function Component() {
  const isDemo = useOffice().role === 'demo';
  const { open, show, round, ends } = useListDialog<OpenDialog>();
  const [authors, setAuthors] = useState<AuthorChoice[]>([]);
  const load = useCallback(async (query: Parameters<typeof api.series.list>[0]) => {
    const { data, extra } = await api.series.list(query);
    setAuthors(extra.authors);
    return data;
  }, []);
  const close = (isDone: boolean) => (isDone ? ends.onDone() : ends.onClose());
  return (
    <>
      <Listing<SeriesRow>
        title="专栏"
        none="还没有专栏，开一个，把相连的文章排在一起"
        round={round}
        load={load}
        follows={['taxonomy', 'articles']}
        act={removeSeries}
        rowActs={(series) => [
          { name: 'order', title: '文章', open: () => show({ kind: 'order', series }) },
          { name: 'edit', title: '编辑', open: () => show({ kind: 'edit', series }) },
          { name: 'remove', title: '删除', confirm: '专栏会删除，其中的文章都保留。确定吗？' },
        ]}
        filters={filtersFor(authors)}
        fields={fields}
        extra={
          <Button
            type="primary"
            disabled={isDemo}
            title={isDemo ? demoHint : undefined}
            onClick={() => show({ kind: 'new' })}
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

async function removeSeries([id = 0]: number[]) {
  await api.series.remove({ query: { id } });
  return { done: 1, failed: [] };
}

function filtersFor(authors: AuthorChoice[]) {
  return {
    text: '名字与简介',
    authorId: { label: '作者', options: authors.map(({ id, name }) => ({ value: `${id}`, label: name })) },
  } satisfies FiltersFor<typeof api.series.list>;
}

const fields: RowFields<SeriesRow> = {
  id: exported('编号'),
  name: { title: '名字', cell: (_, row) => <Name row={row} />, csv: (name) => name },
  intro: exported('简介'),
  author: {
    title: '作者',
    isTight: true,
    cell: ({ id, nickname }) => <a href={`/user/${id}`}>{nickname}</a>,
    csv: ({ nickname }) => nickname,
  },
  articles: count('文章', '篇'),
  time: shownOnly(time('最近')),
};

function Name({ row: { id, name, intro, articles } }: { row: SeriesRow }) {
  return (
    <span className="series-name">
      {articles > 0 ? <a href={`/series/${id}`}>{name}</a> : <b>{name}</b>}
      {intro && <LongText text={intro} quiet />}
    </span>
  );
}

type Props = { series: SeriesRow | undefined; onClose: (isDone: boolean) => void };

function SeriesForm({ series, onClose }: Props) {
  const send = (input: NameInput) => {
    if (!series) return api.series.create({ body: input });
    const { id, name, intro } = series;
    return api.series.update({ body: { id, ...input, before: { name, intro } } });
  };
  return (
    <NameForm
      title={series ? `编辑专栏「${series.name}」` : '新建专栏'}
      label="专栏名"
      about="写在专栏页的名字下面，可以不写"
      initial={series}
      send={send}
      onClose={onClose}
    />
  );
}

type OrderSeriesProps = { series: SeriesRow; onClose: (isDone: boolean) => void };

function OrderSeries({ series: { id, name, author }, onClose }: OrderSeriesProps) {
  const load = useCallback(async () => (await api.series.items({ query: { id } })).map(orderedItem), [id]);
  return (
    <OrderDialog
      title={`「${name}」里的文章`}
      empty={`还没有文章。在上面找${author.nickname}的文章添加进来。`}
      load={load}
      send={(ids, before) => api.series.arrange({ body: { id, ids, before } })}
      picker={(taken, add) => (
        <PickArticle seriesId={id} author={author.nickname} taken={taken} onPick={(item) => add(orderedItem(item))} />
      )}
      onClose={onClose}
    />
  );
}

function orderedItem({ id, title, state }: SeriesItem): OrderedItem {
  return {
    id,
    name: title || '（无标题）',
    more: state !== 'published' && <small className="quiet">{articleStates[state]}</small>,
  };
}

type PickArticleProps = {
  seriesId: number;
  author: string;
  taken: number[];
  onPick: (article: SeriesCandidate) => void;
};

function PickArticle({ seriesId, author, taken, onPick }: PickArticleProps) {
  const [text, setText] = useState('');
  const { found } = useSearchAsTyped(['series', seriesId, 'candidates'], text, (title) =>
    api.series.candidates({ query: { id: seriesId, text: title } }),
  );
  const free = found.filter(({ id }) => !taken.includes(id));
  return (
    <Select
      className="series-pick"
      aria-label="添加一篇文章"
      placeholder={`找${author}的文章，添加进来`}
      value={null}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      notFoundContent={text ? `没有找到。能添加的是${author}发布过的文章` : '发布过的文章都在里面了'}
      options={free.map((article) => ({ value: article.id, label: candidateLabel(article) }))}
      onSelect={(id: number | null) => {
        const article = found.find((one) => one.id === id);
        setText('');
        if (article) onPick(article);
      }}
    />
  );
}

function candidateLabel({ title, series, state }: SeriesCandidate) {
  const notes = [state === 'published' ? '' : articleStates[state], series && `在「${series}」`]
    .filter(Boolean)
    .join('，');
  return notes ? `${title}（${notes}）` : title;
}
