import { Fragment, memo } from 'react';
import { ChatRow, type ToRows } from './chat-row.tsx';
import { dayLine, dayOf } from './day-line.ts';
import { isSameRow } from './is-same-row.ts';
import { rowHeight } from './row-height.ts';
import type { Day, Row } from './rows.ts';

type Props = ToRows & {
  days: Day[];
  /** The row that has the focus's place. */
  current: string | undefined;
};

/** What was said, day by day; the day its reader looks at stays in sight above. */
export const Log = memo(function Log({ days, current, ...rest }: Props) {
  const today = dayOf(new Date().toISOString());
  return days.map(({ day, leaves }) => (
    <section key={day} className="chat-day">
      <h3>
        <time dateTime={day}>{dayLine(day, today)}</time>
      </h3>
      {leaves.map(({ leafKey, rows }) => (
        <Leaf key={leafKey} rows={rows} current={rows.find(({ rowKey }) => rowKey === current)?.rowKey} {...rest} />
      ))}
    </section>
  ));
});

type LeafProps = ToRows & Pick<Props, 'current'> & { rows: Row[] };

/** Out of sight it is not laid out. Until it was in sight its height is a guess. */
const Leaf = memo(function Leaf({ rows, current, ...rest }: LeafProps) {
  const height = rows.reduce((sum, row) => sum + rowHeight(row), 0);
  return (
    <div className="chat-leaf" style={{ containIntrinsicBlockSize: `auto ${height}px` }}>
      {rows.map((row) => (
        <Fragment key={row.rowKey}>
          {row.kind === 'said' && row.isNew && <p className="chat-new">以下是新消息</p>}
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
