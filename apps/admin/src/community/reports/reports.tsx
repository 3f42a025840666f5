import type { ReportRow } from '@mojian/contract/community/reports';
import { api } from '../../platform/http-api.ts';
import type { BatchAction, RowAction } from '../../platform/listing/actions.tsx';
import { LongText, person } from '../../platform/listing/cells.tsx';
import { exported, type RowFields, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';
import './reports.css';

const kinds = { comment: '评论', say: '说说', board: '留言', chat: '聊天' };
const removal = '被举报的内容会从站上移除，对它的其他举报也一并标为已处理。确定吗？';

type Act = 'settle' | 'reopen' | 'remove';

const markSettled: BatchAction<Act> = { name: 'settle', title: '标为已处理', key: 'a', undo: 'reopen' };
const reopen: BatchAction<Act> = { name: 'reopen', title: '重新打开', undo: 'settle' };
const remove: BatchAction<Act> = { name: 'remove', title: '移除内容', confirm: removal, key: 'd' };

export function Component() {
  return (
    <Listing<ReportRow, Act>
      title="举报"
      none="没有待处理的举报"
      load={api.reports.list}
      follows={['comments', 'says', 'board', 'chat', 'users']}
      act={(ids, act) => api.reports.act({ body: { ids, act } })}
      acts={[markSettled, remove]}
      rowActs={rowActions}
      filters={filters}
      fields={fields}
    />
  );
}

const filters = {
  state: { label: '状态', unset: '等待处理', options: { settled: '已处理', all: '全部' } },
  kind: { label: '举报的是', options: kinds },
} satisfies FiltersFor<typeof api.reports.list>;

const fields: RowFields<ReportRow> = {
  id: exported('编号'),
  kind: { title: '举报的是', csv: (kind) => kinds[kind] },
  text: { title: '被举报的', cell: (_, row) => <ReportedContent row={row} />, csvTitle: '内容', csv: (text) => text },
  reason: { title: '理由', cell: (reason) => <LongText text={reason} />, csv: (reason) => reason },
  reporter: person('举报人'),
  settledAt: {
    title: '状态',
    cell: (at) => (at === null ? <State tone="wait">等待处理</State> : <State tone="off">已处理</State>),
  },
  createdAt: time('时间'),
};

function ReportedContent({ row: { kind, text, author, excerpt, isThere, isPrivate } }: { row: ReportRow }) {
  return (
    <div className="listing-site">
      <span className="quiet">
        {isPrivate ? '私聊' : kinds[kind]}
        {author && ` · ${author.nickname}`}
      </span>
      {text && <LongText text={text} />}
      {excerpt.length > 0 && <Excerpt lines={excerpt} />}
      {!isThere && <span className="quiet">已经不在站上了</span>}
    </div>
  );
}

function rowActions({ settledAt, isThere, path }: ReportRow): RowAction<Act>[] {
  if (settledAt !== null) return isThere ? [reopen] : [];
  return [
    ...(path && isThere
      ? [{ name: 'see', title: '查看', key: 'Enter', open: () => void window.open(path, '_blank') }]
      : []),
    markSettled,
    ...(isThere ? [{ ...remove, strong: true }] : []),
  ];
}

function Excerpt({ lines }: { lines: ReportRow['excerpt'] }) {
  return (
    <ol className="report-excerpt">
      {lines.map(({ sender, text, picture, createdAt, reported }) => (
        <li key={`${createdAt}${sender}${text}${picture}`} className={reported ? 'report-excerpt-reported' : undefined}>
          <span className="quiet">
            {sender} <ShortTime time={createdAt} />
            {reported && ' · 举报的是这句'}
          </span>
          <span className="writing-text">{text}</span>
          {picture && <img src={picture} alt="被举报的内容里的图片" loading="lazy" />}
        </li>
      ))}
    </ol>
  );
}
