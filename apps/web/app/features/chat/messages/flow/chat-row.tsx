import { memo } from 'react';
import { BeingSent } from './being-sent.tsx';
import type { RowActs } from './flow-parts.ts';
import { Gone } from './gone.tsx';
import { isSameRow } from './is-same-row.ts';
import { isGone, type Row } from './rows.ts';
import { Said } from './said.tsx';
import { spoken } from './words-of.ts';

export type ToRows = {
  /** The viewer may let through what waits. */
  mayRelease: boolean;
  acts: RowActs;
};

/** `isCurrent`: whether the focus comes here when it enters the room. */
type Props = ToRows & { row: Row; isCurrent: boolean };

/**
 * One chat message, from being written to being gone, always the same element: the focus and the eye stay with it. It is
 * rendered again only when something in it changed.
 */
export const ChatRow = memo(function ChatRow({ row, isCurrent, mayRelease, acts }: Props) {
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
      {row.kind === 'said' && isGone(row) && <Gone {...row} editAgain={acts.editAgain} tabIndex={tabIndex} />}
      {row.kind === 'said' && !isGone(row) && <Said {...row} mayRelease={mayRelease} acts={acts} tabIndex={tabIndex} />}
    </article>
  );
}, isSame);

function isSame(a: Props, b: Props) {
  const isAlike = a.isCurrent === b.isCurrent && a.mayRelease === b.mayRelease && a.acts === b.acts;
  return isAlike && isSameRow(a.row, b.row);
}

function classOf(row: Row) {
  const { isFirst, isLast } = row;
  const own = row.kind === 'unsent' || row.own;
  const names = ['chat-row', isGone(row) ? 'gone' : 'm', own && 'own', isFirst && 'first', isLast && 'last'];
  return [...names, row.kind === 'unsent' && row.unsent.state].filter(Boolean).join(' ');
}

const unsentWords = { sending: '正在发送', waiting: '等待发送', failed: '发送失败' };

function labelOf(row: Row) {
  if (row.kind === 'said') return spoken(row.message);
  const { state, text } = row.unsent;
  return `${unsentWords[state]}：${text || '[图片]'}`;
}

const idOf = (row: Row) => (row.kind === 'said' ? row.message.id : undefined);
