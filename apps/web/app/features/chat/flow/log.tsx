import { Fragment, memo } from 'react';
import { BeingSent } from './being-sent.tsx';
import { dayLine, dayOf } from './day-line.ts';
import type { RowActs } from './flow-parts.ts';
import type { Day, Row } from './rows.ts';
import { Said } from './said.tsx';

type Props = { days: Day[]; current: string | undefined; mayRelease: boolean; acts: RowActs };

/** What was said, day by day; the day its reader looks at stays in sight above. */
export const Log = memo(function Log({ days, ...rest }: Props) {
  const today = dayOf(new Date().toISOString());
  return days.map(({ day, rows }) => (
    <section key={day} className="chat-day">
      <h3>
        <time dateTime={day}>{dayLine(day, today)}</time>
      </h3>
      {rows.map((row) => (
        <Fragment key={row.key}>
          {row.kind === 'said' && row.isNew && <p className="chat-new">以下是新消息</p>}
          <OneRow row={row} {...rest} />
        </Fragment>
      ))}
    </section>
  ));
});

function OneRow({ row, current, mayRelease, acts }: { row: Row } & Omit<Props, 'days'>) {
  const { key: rowKey, isFirst, isLast } = row;
  const common = { rowKey, isFirst, isLast, isCurrent: rowKey === current, acts };
  if (row.kind === 'unsent') return <BeingSent unsent={row.unsent} {...common} />;
  const { message, own, isRead, isNew } = row;
  return <Said message={message} own={own} isRead={isRead} isNew={isNew} mayRelease={mayRelease} {...common} />;
}
