import type { Say, SayMonthCount } from '@mojian/contract/community/says';
import type { Page } from '@mojian/contract/platform/fields';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { figures } from '../../../ui/figures.ts';
import { Earlier, More } from '../../../ui/more.tsx';
import { SayCard } from './say-card.tsx';
import { SayComposer } from './say-composer.tsx';
import { byMonth, dayName, dayNote, fullDay, monthName, type SayMonth } from './say-days.ts';
import { monthId } from './say-rail.tsx';
import { type SayChoice, type SayDeps, sayAddress } from './says.ts';
import { type SayActs, sayActs } from './use-say-acts.ts';
import { useSays } from './use-says.ts';

type Props = {
  choice: SayChoice;
  list: Page<Say>;
  months: SayMonthCount[];
  deps: SayDeps;
};

/** The says of an address by month and day, with live updates. */
export function SayStream({ choice, list, months, deps }: Props) {
  const says = useSays({ choice, list, deps });
  const { topic, month, page } = choice;
  const { rows, more, fresh } = says;
  const acts = sayActs(deps, says);
  const whole = useRef<HTMLDivElement>(null);
  useNamedSay(rows);
  const showFresh = async () => {
    await says.showFresh();
    whole.current?.focus({ preventScroll: true }); // the focused button was removed
  };
  return (
    <div className="say-stream" ref={whole} tabIndex={-1}>
      {!topic && <SayComposer deps={deps} onSent={says.showFresh} />}
      <Picked choice={choice} total={says.total} />
      <div role="status" className="say-news">
        {fresh > 0 && (
          <button className="accent" type="button" onClick={() => void showFresh().catch(() => {})}>
            {figures(fresh)} 条新说说
          </button>
        )}
      </div>
      <Earlier page={page} pages={list.pages} address={sayAddress({ topic, month, page: page - 1 })} />
      {byMonth(rows).map((one) => (
        <Month key={one.month} of={one} months={topic ? [] : months} acts={acts} comments={deps.comments} />
      ))}
      {rows.length === 0 && <Nothing />}
      {rows.length > 0 && (
        <More
          more={more}
          address={sayAddress({ topic, month, page: more.next })}
          words="加载更多"
          end={`到这里就看完了，共 ${figures(Math.max(says.total, rows.length))} 条`}
        />
      )}
    </div>
  );
}

type MonthProps = { of: SayMonth; months: SayMonthCount[]; acts: SayActs; comments: SayDeps['comments'] };

/** A month with its counts, and a sheet for each of its days. */
function Month({ of: { month, days }, months, acts, comments }: MonthProps) {
  const counted = months.find((one) => one.month === month);
  const thisYear = months[0]?.month.slice(0, 4);
  return (
    <>
      <h2 className="say-month" id={monthId(month)} data-month={month}>
        {monthName(month, thisYear)}
        {counted && <small>{monthWords(counted)}</small>}
      </h2>
      {days.map(({ day, says }) => (
        <section className="say-day" key={day} aria-label={fullDay(day)}>
          <p className="say-day-mark" aria-hidden="true">
            <b>{dayName(day)}</b>
            <span>{dayNote(day)}</span>
          </p>
          <div className="sheet">
            {says.map((say) => (
              <SayCard key={say.id} say={say} acts={acts} comments={comments} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

/** 23 条 · 41 张照片 */
function monthWords({ says, pictures }: SayMonthCount) {
  return `${figures(says)} 条${pictures > 0 ? ` · ${figures(pictures)} 张照片` : ''}`;
}

/** Names the shown subset and links to all. */
function Picked({ choice: { topic, month }, total }: { choice: SayChoice; total: number }) {
  if (!topic && !month) return null;
  return (
    <p className="say-picked dim row items-baseline row-wrap">
      <b className="ink">{topic ? `#${topic}` : `${monthName(month ?? '', '')}起，往前`}</b>
      {topic && <span>{`${figures(total)} 条`}</span>}
      <Link className="accent push" to="/say">
        查看全部说说
      </Link>
    </p>
  );
}

function Nothing() {
  return (
    <Empty drawing="leaf" title="还没有说说">
      <p>等一阵风，或者一场雨。</p>
    </Empty>
  );
}

/** `#say-12` may be pages away: then navigates to it. */
function useNamedSay(rows: Say[]) {
  const navigate = useNavigate();
  const openNamed = useEffectEvent(() => {
    const named = Number(/^#say-(\d{1,10})$/.exec(location.hash)?.[1]);
    if (named && !rows.some(({ id }) => id === named)) void navigate(sayAddress({ id: named }), { replace: true });
  });
  useEffect(() => openNamed(), []);
}
