import { Fragment, memo } from 'react';
import { ChatRow, type ToRows } from './chat-row.tsx';
import { dayLine, dayOf } from './day-line.ts';
import type { Day } from './rows.ts';

type Props = ToRows & {
  days: Day[];
  /** The row that has the focus's place. */
  current: string | undefined;
};

/** What was said, day by day; the day its reader looks at stays in sight above. */
export const Log = memo(function Log({ days, current, ...rest }: Props) {
  const today = dayOf(new Date().toISOString());
  return days.map(({ day, rows }) => (
    <section key={day} className="chat-day">
      <h3>
        <time dateTime={day}>{dayLine(day, today)}</time>
      </h3>
      {rows.map((row) => (
        <Fragment key={row.rowKey}>
          {row.kind === 'said' && row.isNew && <p className="chat-new">以下是新消息</p>}
          <ChatRow row={row} isCurrent={row.rowKey === current} {...rest} />
        </Fragment>
      ))}
    </section>
  ));
});
