import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import { Fragment, memo } from 'react';
import { dayInChina } from '../../../../ui/moment.tsx';
import type { Unsent } from '../chat.ts';
import { savedText } from './menu-choices.tsx';
import { bubbleClass, Quoted, Said } from './message.tsx';
import type { RowActs } from './row-acts.ts';
import { type Day, dayLine, goneWords, isGoneMessage, type Row, spoken, textOfPieces } from './rows.ts';
import { pictureSize } from './sent-picture.tsx';

type Props = ToRows & {
  days: Day[];
  /** Key of the row in the tab order. */
  current: string | undefined;
};

/** Message log by day, with a sticky heading for the current day. */
export const Log = memo(function Log({ days, current, ...rest }: Props) {
  const today = dayInChina(new Date().toISOString());
  return days.map(({ day, leaves }) => (
    <section key={day} className="chat-day">
      <h3 className="dim">
        <time dateTime={day}>{dayLine(day, today)}</time>
      </h3>
      {leaves.map(({ leafKey, rows }) => (
        <Leaf key={leafKey} rows={rows} current={rows.find(({ rowKey }) => rowKey === current)?.rowKey} {...rest} />
      ))}
    </section>
  ));
});

type LeafProps = ToRows & Pick<Props, 'current'> & { rows: Row[] };

/** Chunk of rows, skipped by layout while off screen, with an estimated height before its first layout. */
const Leaf = memo(function Leaf({ rows, current, ...rest }: LeafProps) {
  const height = rows.reduce((sum, row) => sum + rowHeight(row), 0);
  return (
    <div className="chat-leaf" style={{ containIntrinsicBlockSize: `auto ${height}px` }}>
      {rows.map((row) => (
        <Fragment key={row.rowKey}>
          {row.kind === 'said' && row.isNew && <p className="chat-new row gap-4 type-tiny accent">以下是新消息</p>}
          <ChatRow row={row} isCurrent={row.rowKey === current} {...rest} />
        </Fragment>
      ))}
    </div>
  );
}, isSameLeaf);

function isSameLeaf(a: LeafProps, b: LeafProps) {
  const isSame = a.current === b.current && a.mayRelease === b.mayRelease && a.acts === b.acts;
  return isSame && a.rows.length === b.rows.length && a.rows.every((row, at) => isSameRow(row, b.rows[at]));
}

type ToRows = {
  /** The viewer may approve held messages. */
  mayRelease: boolean;
  acts: RowActs;
};

/** `isCurrent`: the row is in the tab order. */
type ChatRowProps = ToRows & { row: Row; isCurrent: boolean };

/** A message through all its states in one element, which keeps focus and scroll position. Memoized. */
const ChatRow = memo(function ChatRow({ row, isCurrent, mayRelease, acts }: ChatRowProps) {
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <article
      className={classOf(row)}
      aria-label={labelOf(row)}
      tabIndex={tabIndex}
      data-id={idOf(row)}
      data-row={row.rowKey}
    >
      {row.kind === 'unsent' && <BeingSent unsent={row.unsent} acts={acts} tabIndex={tabIndex} />}
      {row.kind === 'said' && isGoneMessage(row) && <Gone {...row} editAgain={acts.editAgain} tabIndex={tabIndex} />}
      {row.kind === 'said' && !isGoneMessage(row) && (
        <Said {...row} mayRelease={mayRelease} acts={acts} tabIndex={tabIndex} />
      )}
    </article>
  );
}, isSame);

function isSame(a: ChatRowProps, b: ChatRowProps) {
  const isAlike = a.isCurrent === b.isCurrent && a.mayRelease === b.mayRelease && a.acts === b.acts;
  return isAlike && isSameRow(a.row, b.row);
}

function classOf(row: Row) {
  const { isFirst, isLast } = row;
  const isOwn = row.kind === 'unsent' || row.isOwn;
  const states = [isGoneMessage(row) ? 'gone' : 'message', isOwn && 'own', isFirst && 'first', isLast && 'last'];
  const all = [...states, row.kind === 'unsent' && row.unsent.state].filter(Boolean);
  return ['chat-row', ...all.map((look) => `chat-row-${look}`)].join(' ');
}

const unsentWords = { sending: '正在发送', waiting: '等待发送', failed: '发送失败' };

function labelOf(row: Row) {
  if (row.kind === 'said') return spoken(row.message);
  const { state, text } = row.unsent;
  return `${unsentWords[state]}：${text || '[图片]'}`;
}

const idOf = (row: Row) => (row.kind === 'said' ? row.message.id : undefined);

/** Compares rows, which are rebuilt at each change, by their contents. */
export function isSameRow(a: Row, b: Row | undefined): boolean {
  if (b === undefined || a.kind !== b.kind) return false;
  return (Object.keys(a) as (keyof Row)[]).every((key) => Object.is(a[key], b[key]));
}

/** Line height in CSS pixels, and characters per line in a wide and a narrow window. */
const line = 26;
const perLine = 34;

/** Estimated height of a row in CSS pixels, so that the scroll bar stays steady before rows are laid out. */
export function rowHeight(row: Row): number {
  if (isGoneMessage(row)) return 36;
  const { text, picture, quote, isOwn } = contentOf(row);
  const lines = text.split('\n').reduce((sum, one) => sum + Math.max(1, Math.ceil(one.length / perLine)), 0);
  const words = text === '' ? 0 : lines * line;
  const frame = picture && text === '' ? 10 : 20;
  const around = 6 + (row.isFirst ? 17 : 0) + (row.isFirst && !isOwn ? 22 : 0) + (isOwn && row.isLast ? 26 : 0);
  return around + frame + words + (picture ? pictureSize(picture).height : 0) + (quote ? 26 : 0);
}

function contentOf(row: Row) {
  if (row.kind === 'unsent') return { ...row.unsent, isOwn: true };
  const { pieces, picture, quote } = row.message;
  return { text: textOfPieces(pieces), picture, quote, isOwn: row.isOwn };
}

type BeingSentProps = { unsent: Unsent; acts: RowActs; tabIndex: 0 | -1 };

/** Delivery state of an unsent message, shown to its author. */
function BeingSent({ unsent, acts, tabIndex }: BeingSentProps) {
  const { text, picture, quote } = unsent;
  return (
    <div className="chat-row-body">
      <div className="chat-row-line row gap-1">
        <div className={bubbleClass(text, picture !== null, quote !== null)} dir="auto">
          {quote && <Quoted quote={quote} seek={acts.seek} tabIndex={tabIndex} />}
          {picture && <OnItsWay unsent={unsent} picture={picture} />}
          {text && (
            <p>
              <bdi>{text}</bdi>
            </p>
          )}
        </div>
      </div>
      <Status unsent={unsent} acts={acts} tabIndex={tabIndex} />
    </div>
  );
}

function OnItsWay({ unsent: { share, state }, picture }: { unsent: Unsent; picture: NonNullable<Unsent['picture']> }) {
  return (
    <div className="chat-picture" style={pictureSize(picture)}>
      <img className="photo" src={picture.url} alt="正在发送的图片" />
      {share !== null && state === 'sending' && <progress value={share} max={1} aria-label="图片上传" />}
    </div>
  );
}

function Status({ unsent: { key, state, why, mayRetry }, acts, tabIndex }: BeingSentProps) {
  if (state === 'sending') return <div className="chat-row-state dim row row-wrap">发送中</div>;
  return (
    <div className={`row row-wrap dim chat-row-state chat-row-${state}`}>
      <Icon name={state === 'failed' ? 'warn' : 'clock'} />
      <span>{why}</span>
      {mayRetry && (
        <button type="button" tabIndex={tabIndex} onClick={() => acts.retry(key)}>
          重试
        </button>
      )}
      <button type="button" tabIndex={tabIndex} onClick={() => acts.drop(key)}>
        删除
      </button>
    </div>
  );
}

type GoneProps = { message: ChatMessage; isOwn: boolean; editAgain: (text: string) => void; tabIndex: 0 | -1 };

/** Placeholder of a withdrawn or removed message. */
function Gone({ message, isOwn, editAgain, tabIndex }: GoneProps) {
  const text = isOwn && message.state === 'withdrawn' ? savedText(message.sender.id, message.id) : undefined;
  return (
    <p className="chat-gone-line dim">
      <bdi>{goneWords(message, isOwn)}</bdi>
      {text && (
        <button type="button" tabIndex={tabIndex} onClick={() => editAgain(text)}>
          重新编辑
        </button>
      )}
    </p>
  );
}
