import type { Say } from '@mojian/contract/community/says';
import type { Page } from '@mojian/contract/platform/fields';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { listenLive } from '../../../live/live.ts';
import { watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { Empty } from '../../../ui/empty.tsx';
import { figures } from '../../../ui/figures.ts';
import { dayInChina } from '../../../ui/moment.tsx';
import { Earlier, More, useMore } from '../../../ui/more.tsx';
import type { Discussion } from '../comments/threads.ts';
import { SayCard } from './say-card.tsx';
import { learn, type News, type SayChoice, type SayDeps, sayAddress, withNews } from './says.ts';
import { sayActs } from './use-say-acts.ts';

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
    whole.current?.focus({ preventScroll: true }); // the focused button was removed
  };
  return (
    <div className="say-stream" ref={whole} tabIndex={-1}>
      <Picked choice={choice} total={says.total} />
      <div role="status" className="say-news">
        {fresh > 0 && (
          <button className="accent" type="button" onClick={() => void showFresh().catch(() => {})}>
            {figures(fresh)} 条新说说
          </button>
        )}
      </div>
      <Earlier page={page} pages={list.pages} address={sayAddress({ topic, page: page - 1 })} />
      {rows.map((say, index) => {
        const before = rows[index - 1];
        const opensDay = !before || dayInChina(before.createdAt) !== dayInChina(say.createdAt);
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
    <p className="say-picked dim row items-baseline row-wrap">
      <b className="ink">{topic ? `#${topic}` : '一条说说'}</b>
      {topic && <span>{`${figures(total)} 条`}</span>}
      <Link className="accent push" to="/say">
        查看全部说说
      </Link>
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
  const openNamed = useEffectEvent(() => {
    const named = Number(/^#say-(\d{1,10})$/.exec(location.hash)?.[1]);
    if (named && !rows.some(({ id }) => id === named)) void navigate(sayAddress({ id: named }), { replace: true });
  });
  useEffect(() => openNamed(), []);
}

type SaysOptions = { choice: SayChoice; list: Page<Say>; deps: SayDeps };

/** The says of an address. The served page is a visitor's; members reload their own view, with private says. */
function useSays({ choice, list, deps: { reading } }: SaysOptions) {
  const [own, setOwn] = useState<{ of: Page<Say>; page: Page<Say> }>();
  const [news, setNews] = useState<News>(new Map());
  const query = { ...(choice.topic && { topic: choice.topic }), ...(choice.id && { id: choice.id }) };
  const first = own?.of === list ? own.page : list;
  const load = (pageNo: number) => reading.list({ query: { ...query, pageNo } });
  const more = useMore(first, async (pageNo) => {
    const page = await load(pageNo);
    // removed says move the following ones up, onto the page before
    if (![...news.values()].includes(null)) return page;
    return { ...page, records: [...(await load(pageNo - 1)).records, ...page.records] };
  });
  const rows = withNews(more.rows, news);

  const acted = useActed();

  const reload = async () => {
    const isStill = acted.since();
    const page = await load(choice.page);
    setOwn({ of: list, page });
    setNews((before) => learn(before, page.records.filter(isStill)));
  };
  /** Loads the current version of one say. */
  const look = async (id: number) => {
    const isStill = acted.since();
    const { records } = await reading.list({ query: { id } });
    setNews((before) => learn(before, records.filter(isStill), records.length === 0 ? [id] : []));
  };
  useReader(list, reload);
  const fresh = useSaysLive({ rows, countsNew: choice.page === 1 && !choice.topic && !choice.id, look, reload });
  return {
    more,
    rows,
    look,
    total: first.total,
    fresh: fresh.count,
    showFresh: async () => {
      await reload();
      fresh.clear();
    },
    change: (id: number, to: (say: Say) => Say) => {
      acted.on(id);
      setNews((before) => {
        const say = before.get(id) ?? more.rows.find((row) => row.id === id);
        const now = say && to(say);
        return now && now !== say ? learn(before, [now]) : before;
      });
    },
    drop: (id: number) => setNews((before) => learn(before, [], [id])),
  };
}

/** Drops responses requested before an own change to the same say. */
function useActed() {
  const [acts] = useState(() => ({ count: 0, last: new Map<number, number>() }));
  return {
    on: (id: number) => {
      acts.count += 1;
      acts.last.set(id, acts.count);
    },
    since: () => {
      const pending = acts.count;
      return ({ id }: Say) => (acts.last.get(id) ?? 0) <= pending;
    },
  };
}

/** Reloads for members, and on login and logout. After a failure the visitor's view stays. */
function useReader(list: Page<Say>, reload: () => Promise<void>) {
  const latest = useRef(reload);
  latest.current = reload;
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for each list
  useEffect(() => {
    const again = () => void latest.current().catch(() => {});
    let reader = readToken();
    if (reader) again();
    return watchUser(() => {
      if (readToken() === reader) return;
      reader = readToken();
      again();
    });
  }, [list]);
}

type SaysLiveOptions = {
  rows: Say[];
  /** Whether new says belong on top of this list. */
  countsNew: boolean;
  look: (id: number) => Promise<void>;
  reload: () => Promise<void>;
};

/** Debounce in milliseconds per say. */
const gathering = 300;

/** Follows live events: loaded says are updated, new ones are counted. */
function useSaysLive(options: SaysLiveOptions) {
  const [ids, setIds] = useState<number[]>([]);
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const soon = lookSoon((id) => latest.current.look(id));
    const acts: Record<string, (id: number) => void> = {
      resumed: afterFirst(() => void latest.current.reload().catch(() => {})),
      say: (id) => {
        if (latest.current.countsNew) setIds((before) => [...new Set([...before, id])]);
      },
      'say-gone': (id) => setIds((before) => before.filter((one) => one !== id)),
    };
    const stop = listenLive(['says'], ({ type, id }) => {
      acts[type]?.(id);
      if (isShown(latest.current, id)) soon.look(id);
    });
    return () => {
      stop();
      soon.stop();
    };
  }, []);
  return { count: ids.filter((id) => !isShown(options, id)).length, clear: () => setIds([]) };
}

/** Reloads a say, debounced. */
function lookSoon(look: (id: number) => Promise<void>) {
  const waiting = new Map<number, ReturnType<typeof setTimeout>>();
  const run = (id: number) => {
    waiting.delete(id);
    look(id).catch(() => {});
  };
  return {
    look: (id: number) => {
      if (!waiting.has(id)) waiting.set(id, setTimeout(run, gathering, id));
    },
    stop: () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

/** Skips the stream's first opening, right after the page was loaded. */
function afterFirst(act: () => void) {
  let isFirst = true;
  return () => {
    if (!isFirst) act();
    isFirst = false;
  };
}

function isShown({ rows }: SaysLiveOptions, id: number) {
  return rows.some((say) => say.id === id);
}
