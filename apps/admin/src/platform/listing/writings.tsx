import { Link } from 'react-router';
import type { BatchAction, RowAction } from './actions.tsx';
import { LongText, Person, person } from './cells.tsx';
import { exported, state, time } from './fields.tsx';
import type { ListFilters } from './filters.tsx';
import { Listing, type ListingProps } from './listing.tsx';
import './writings.css';

type WritingAct = 'release' | 'hold' | 'remove';

type Props<Row> = Pick<ListingProps<Row, WritingAct>, 'load' | 'follows' | 'act' | 'extra' | 'none' | 'fields'> & {
  title: string;
  noun: string;
  removal: string;
  mayHide?: boolean;
  filters?: ListFilters;
};

/** A list of moderated writings, to release, hide and remove. */
export function WritingList<Row extends Writing>(props: Props<Row>) {
  const { title, noun, removal, mayHide = true, filters = writingFilters(noun), ...rest } = props;
  return (
    <Listing<Row, WritingAct>
      {...rest}
      title={title}
      acts={writingActs(removal, { mayHide })}
      rowActs={writingRowActs(removal, { mayHide })}
      filters={filters}
    />
  );
}

type Writing = {
  id: number;
  text: string;
  author: { id: number | null; nickname: string; guest: boolean };
  path: string;
  state: 'shown' | 'held' | 'removed';
  reasons: string[];
  place: string;
  reports: number;
  createdAt: string;
};

const unremovedStates = { shown: '已显示', held: '待审核' };
export const writingStates = { ...unremovedStates, removed: '已删除' };
const tones = { shown: 'ok', held: 'wait', removed: 'off' } as const;

/** The fields of every moderated writing. `pictures` of a row are shown under its text. */
export function writingFields<Row extends Writing>(pictures: (row: Row) => string[] = () => []) {
  return {
    id: exported('编号'),
    text: {
      title: '内容',
      cell: (_text: string, row: Row) => <WritingText row={row} pictures={pictures(row)} />,
      csv: (text: string) => text,
    },
    author: { ...person('作者'), cell: (_: unknown, row: Row) => <AuthorCell row={row} /> },
    state: state('状态', writingStates, tones, { isTight: true }),
    place: exported('属地'),
    createdAt: time('时间'),
  };
}

function AuthorCell({ row: { author, place } }: { row: Writing }) {
  return (
    <>
      <Person {...author} /> {author.guest && <span className="writing-guest quiet">访客</span>}{' '}
      {place && <span className="writing-place quiet">{place}</span>}
    </>
  );
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
export function writingFilters(noun: string, states: Record<string, string> = unremovedStates) {
  const unset = 'removed' in states ? '全部（含已删除）' : '全部';
  return { text: `${noun}的文字`, author: '作者', state: { label: '状态', options: states, unset } };
}

/** A release can be undone by hiding, so it does not ask first. */
const writingActs = (removal: string, { mayHide = true } = {}): BatchAction<WritingAct>[] => [
  mayHide ? { ...release, undo: hide.name } : { ...release, confirm: '通过之后，所有人都看得到。' },
  ...(mayHide ? [hide] : []),
  { ...remove, confirm: removal },
];

export const release = { name: 'release', title: '通过', key: 'a' } as const;
export const hide = { name: 'hold', title: '隐藏', key: 'h', undo: 'release' } as const;
export const remove = { name: 'remove', title: '删除', key: 'd' } as const;
