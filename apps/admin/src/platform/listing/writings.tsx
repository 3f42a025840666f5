import { useState } from 'react';
import { Link } from 'react-router';
import { useOffice } from '../shell/office.tsx';
import { State } from '../state.tsx';
import { ShortTime } from '../time.tsx';
import type { BatchAction, RowAction } from './actions.tsx';
import type { Filter } from './filters.tsx';
import { Listing, type ListingProps } from './listing.tsx';
import type { Column } from './rows.tsx';
import './writings.css';

type WritingAct = 'release' | 'hold' | 'remove';

type Props<Row> = Pick<ListingProps<Row, WritingAct>, 'load' | 'follows' | 'act' | 'extra' | 'none'> &
  Partial<Pick<ListingProps<Row>, 'columns' | 'filters'>> & {
    title: string;
    noun: string;
    removal: string;
    mayHide?: boolean;
  };

/** A list of moderated writings, to release, hide and remove. */
export function WritingList<Row extends Writing & { id: number }>(props: Props<Row>) {
  const { title, noun, removal, mayHide = true, columns = writingColumns<Row>(), filters, ...rest } = props;
  return (
    <Listing<Row, WritingAct>
      {...rest}
      name={title}
      title={title}
      acts={writingActs(removal, { mayHide })}
      rowActs={writingRowActs(removal, { mayHide })}
      filters={filters ?? writingFilters(noun)}
      columns={columns}
      csv={writingCsv}
    />
  );
}

type Writing = {
  text: string;
  author: { id: number | null; nickname: string; guest: boolean };
  path: string;
  state: 'shown' | 'held' | 'removed';
  reasons: string[];
  place: string;
  reports: number;
  createdAt: string;
};

export const writingStates = { shown: '已显示', held: '待审核', removed: '已删除' };
const tones = { shown: 'ok', held: 'wait', removed: 'off' } as const;

/** `pictures` of a row are shown under its text. */
export function writingColumns<Row extends Writing>(pictures: (row: Row) => string[] = () => []): Column<Row>[] {
  return [
    { key: 'text', title: '内容', render: (_, row) => <WritingText row={row} pictures={pictures(row)} /> },
    { key: 'author', title: '作者', className: 'listing-tight', render: (_, row) => <AuthorCell row={row} /> },
    { key: 'state', title: '状态', className: 'listing-tight', render: (_, row) => <WritingState row={row} /> },
    { key: 'createdAt', title: '时间', render: (_, { createdAt }) => <ShortTime time={createdAt} /> },
  ];
}

function AuthorCell({ row: { author, place } }: { row: Writing }) {
  return (
    <>
      <Person {...author} /> {author.guest && <span className="writing-guest quiet">访客</span>}{' '}
      {place && <span className="writing-place quiet">{place}</span>}
    </>
  );
}

/** Links to the member's admin page, or to their public page for staff who may not read members. */
export function Person({ id, nickname }: { id: number | null; nickname: string }) {
  const mayRead = useOffice().may('users.read');
  if (id === null) return nickname;
  return mayRead ? <Link to={`/users/${id}`}>{nickname}</Link> : <a href={`/user/${id}`}>{nickname}</a>;
}

export function WritingText({
  row: { text, reasons, reports, state },
  pictures,
}: {
  row: Writing;
  pictures: string[];
}) {
  return (
    <div>
      <LongText text={text || (pictures.length > 0 ? '［图片］' : '')} />
      {pictures.length > 0 && (
        <span className="writing-thumbs">
          {pictures.map((url) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt="附的图片" loading="lazy" />
            </a>
          ))}
        </span>
      )}
      {state === 'held' && reasons.length > 0 && (
        <span className="writing-held-reason quiet">{reasons.join('；')}</span>
      )}
      {reports > 0 && (
        <Link to="/reports" className="writing-report-count listing-awaits">
          被举报 {reports} 次
        </Link>
      )}
    </div>
  );
}

function WritingState({ row: { state } }: { row: Writing }) {
  return <State tone={tones[state]}>{writingStates[state]}</State>;
}

/** `mayHide`: it can be hidden and shown again. */
function writingRowActs(removal: string, { mayHide = true } = {}) {
  return ({ state, path }: Pick<Writing, 'state' | 'path'>): RowAction<WritingAct>[] => [
    ...(state === 'held' ? [{ ...release, strong: true, ...(mayHide && { undo: hide.name }) }] : []),
    ...(state === 'shown' && path
      ? [{ name: 'see', title: '查看', key: 'Enter', open: () => void window.open(path, '_blank') }]
      : []),
    ...(state === 'shown' && mayHide ? [hide] : []),
    ...(state === 'removed' ? [] : [{ ...remove, confirm: removal }]),
  ];
}

/** With deleted ones among the states, those are in the whole list too, which says so. */
export const writingFilters = (noun: string, states: Filter['options'] = defaultStates): Filter[] => [
  { name: 'text', label: `${noun}的文字` },
  { name: 'author', label: '作者' },
  {
    name: 'state',
    label: '状态',
    ...(states && { options: states }),
    ...(states?.some(({ value }) => value === 'removed') && { unset: '全部（含已删除）' }),
  },
];

const defaultStates = (['shown', 'held'] as const).map((value) => ({ value, label: writingStates[value] }));

/** A release can be undone by hiding, so it does not ask first. */
const writingActs = (removal: string, { mayHide = true } = {}): BatchAction<WritingAct>[] => [
  mayHide ? { ...release, undo: hide.name } : { ...release, confirm: '通过之后，所有人都看得到。' },
  ...(mayHide ? [hide] : []),
  { ...remove, confirm: removal },
];

export const release = { name: 'release', title: '通过', key: 'a' } as const;
export const hide = { name: 'hold', title: '隐藏', key: 'h', undo: 'release' } as const;
export const remove = { name: 'remove', title: '删除', key: 'd' } as const;

export const writingCsv = [
  { title: '编号', text: ({ id }: Writing & { id: number }) => id },
  { title: '内容', text: ({ text }: Writing) => text },
  { title: '作者', text: ({ author }: Writing) => author.nickname },
  { title: '状态', text: ({ state }: Writing) => writingStates[state] },
  { title: '属地', text: ({ place }: Writing) => place },
  { title: '时间', text: ({ createdAt }: Writing) => createdAt },
];

/** About four lines of a list. */
const foldedLength = 160;

/** Folds long text until it is expanded. */
export function LongText({ text, quiet = false }: { text: string; quiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > foldedLength || text.split('\n').length > 4;
  const names = ['writing-text', quiet && 'quiet', isLong && !isOpen && 'writing-text-long'].filter(Boolean).join(' ');
  return (
    <>
      <span className={names}>{text}</span>
      {isLong && (
        <button type="button" className="writing-unfold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '展开'}
        </button>
      )}
    </>
  );
}
