import type { Say } from '@mojian/contract/community/says';
import type { Page } from '@mojian/contract/platform/fields';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { figures } from '../../../ui/count.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Earlier, More } from '../../../ui/more.tsx';
import type { Discussion } from '../comments/threads.ts';
import { chinaDay } from '../../../ui/moment.tsx';
import { SayCard } from './say-card.tsx';
import { type SayChoice, type SayDeps, sayAddress } from './says.ts';
import { sayActs } from './use-say-acts.ts';
import { useSays } from './use-says.ts';

type Props = { choice: SayChoice; list: Page<Say>; discussion: Discussion | null; deps: SayDeps };

/** The says of an address with live updates. */
export function SayStream({ choice, list, discussion, deps }: Props) {
  const says = useSays({ choice, list, deps });
  const { topic, page, id } = choice;
  const { rows, more, fresh } = says;
  const acts = sayActs(deps, says);
  const whole = useRef<HTMLDivElement>(null);
  useNamedSay(rows);
  const showFresh = async () => {
    await says.showFresh();
    whole.current?.focus({ preventScroll: true }); // the button is gone
  };
  return (
    <div className="stream" ref={whole} tabIndex={-1}>
      <Picked choice={choice} total={says.total} />
      <div role="status" className="news">
        {fresh > 0 && (
          <button type="button" onClick={() => void showFresh().catch(() => {})}>
            {figures(fresh)} 条新说说
          </button>
        )}
      </div>
      <Earlier page={page} pages={list.pages} address={sayAddress({ topic, page: page - 1 })} />
      {rows.map((say, index) => {
        const before = rows[index - 1];
        const opensDay = !before || chinaDay(before.createdAt) !== chinaDay(say.createdAt);
        return (
          <SayCard
            key={say.id}
            say={say}
            opensDay={opensDay}
            isAlone={id !== undefined}
            discussion={discussion}
            acts={acts}
            comments={deps.comments}
          />
        );
      })}
      {rows.length === 0 && <Nothing isOne={id !== undefined} />}
      {rows.length > 0 && id === undefined && (
        <More
          more={more}
          address={sayAddress({ topic, page: more.next })}
          words="加载更多"
          end={`到这里就看完了，共 ${figures(Math.max(says.total, rows.length))} 条`}
        />
      )}
    </div>
  );
}

/** Names the shown subset and links to all. */
function Picked({ choice: { id, topic }, total }: { choice: SayChoice; total: number }) {
  if (id === undefined && !topic) return null;
  return (
    <p className="picked">
      <b>{topic ? `#${topic}` : '一条说说'}</b>
      {topic && <span>{`${figures(total)} 条`}</span>}
      <Link to="/say">查看全部说说</Link>
    </p>
  );
}

function Nothing({ isOne }: { isOne: boolean }) {
  if (isOne)
    return (
      <Empty drawing="torn" title="这条说说不在了">
        <p>它或许被写的人收了回去。</p>
      </Empty>
    );
  return (
    <Empty drawing="leaf" title="还没有说说">
      <p>等一阵风，或者一场雨。</p>
    </Empty>
  );
}

/** `#say-12` may be pages away: then navigates to it. */
function useNamedSay(rows: Say[]) {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as the reader arrives
  useEffect(() => {
    const named = Number(/^#say-(\d{1,10})$/.exec(location.hash)?.[1]);
    if (named && !rows.some(({ id }) => id === named)) void navigate(sayAddress({ id: named }), { replace: true });
  }, []);
}
