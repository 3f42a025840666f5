import { Link } from 'react-router';
import { useOffice } from '../shell/use-office.ts';
import { When } from '../when.tsx';
import type { BatchAct } from './batch-bar.tsx';
import type { Column } from './columns.ts';
import type { Filter } from './filters.tsx';
import type { RowAct } from './row-acts.tsx';
import { State } from './state.tsx';
import { Written } from './written.tsx';
import './writing-columns.css';

export type Writing = {
  text: string;
  author: { id: number | null; nickname: string };
  path: string;
  state: 'shown' | 'held' | 'removed';
  reasons: string[];
  place: string;
  reports: number;
  createdAt: string;
};

export const writingStates = { shown: '已显示', held: '待审核', removed: '已删除' };
const tones = { shown: 'ok', held: 'wait', removed: 'off' } as const;

/** The columns of what people wrote. `pictures` of a row are shown under its text. */
export function writingColumns<Row extends Writing>(pictures: (row: Row) => string[] = () => []): Column<Row>[] {
  return [
    { key: 'text', title: '内容', render: (_, row) => <WrittenText row={row} pictures={pictures(row)} /> },
    { key: 'author', title: '作者', className: 'tight', render: (_, row) => <Writer row={row} /> },
    { key: 'state', title: '状态', className: 'tight', render: (_, row) => <WritingState row={row} /> },
    { key: 'createdAt', title: '时间', render: (_, { createdAt }) => <When time={createdAt} /> },
  ];
}

function Writer({ row: { author, place } }: { row: Writing }) {
  return (
    <>
      <Person {...author} /> {place && <span className="place quiet">{place}</span>}
    </>
  );
}

/** Leads to what the back office knows of them, where they may also be disabled; or, for others, to their page. */
export function Person({ id, nickname }: { id: number | null; nickname: string }) {
  const mayRead = useOffice().may('users.read');
  if (id === null) return nickname;
  return mayRead ? <Link to={`/users/${id}`}>{nickname}</Link> : <a href={`/user/${id}`}>{nickname}</a>;
}

export function WrittenText({
  row: { text, reasons, reports, state },
  pictures,
}: {
  row: Writing;
  pictures: string[];
}) {
  return (
    <div>
      <Written text={text || (pictures.length > 0 ? '［图片］' : '')} />
      {pictures.length > 0 && (
        <span className="thumbs">
          {pictures.map((url) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt="附的图片" loading="lazy" />
            </a>
          ))}
        </span>
      )}
      {state === 'held' && reasons.length > 0 && <span className="why-held quiet">{reasons.join('；')}</span>}
      {reports > 0 && (
        <Link to="/reports" className="reported-times awaits">
          被举报 {reports} 次
        </Link>
      )}
    </div>
  );
}

function WritingState({ row: { state } }: { row: Writing }) {
  return <State tone={tones[state]}>{writingStates[state]}</State>;
}

/** What may be done to one thing somebody wrote. `mayHide`: it can be hidden, and shown again. */
export function writingRowActs(removal: string, { mayHide = true } = {}) {
  return ({ state, path }: Pick<Writing, 'state' | 'path'>): RowAct[] => [
    ...(state === 'held' ? [{ ...release, strong: true, ...(mayHide && { undo: hide.name }) }] : []),
    ...(state === 'shown' && path
      ? [{ name: 'see', title: '查看', key: 'Enter', open: () => void window.open(path, '_blank') }]
      : []),
    ...(state === 'shown' && mayHide ? [hide] : []),
    ...(state === 'removed' ? [] : [{ ...remove, confirm: removal }]),
  ];
}

/** What lists of `noun` are narrowed by. */
export const writingFilters = (noun: string, states: Filter['options'] = usualStates): Filter[] => [
  { name: 'text', label: `${noun}的文字` },
  { name: 'author', label: '作者' },
  { name: 'state', label: '状态', ...(states && { options: states }) },
];

const usualStates = (['shown', 'held'] as const).map((value) => ({ value, label: writingStates[value] }));

/** What may be done to all that is chosen. What is released can be hidden again, so nobody is asked before. */
export const writingActs = (removal: string, { mayHide = true } = {}): BatchAct[] => [
  mayHide ? { ...release, undo: hide.name } : { ...release, confirm: '通过之后，所有人都看得到。' },
  ...(mayHide ? [hide] : []),
  { ...remove, confirm: removal },
];

export const release = { name: 'release', title: '通过', key: 'a' };
export const hide = { name: 'hold', title: '隐藏', key: 'h', undo: 'release' };
export const remove = { name: 'remove', title: '删除', key: 'd' };

/** For the spreadsheet. */
export const writingCsv = [
  { title: '编号', text: ({ id }: Writing & { id: number }) => id },
  { title: '内容', text: ({ text }: Writing) => text },
  { title: '作者', text: ({ author }: Writing) => author.nickname },
  { title: '状态', text: ({ state }: Writing) => writingStates[state] },
  { title: '属地', text: ({ place }: Writing) => place },
  { title: '时间', text: ({ createdAt }: Writing) => createdAt },
];
