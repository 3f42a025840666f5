import type { Say } from '@mojian/contract/community/says';
import type { Page } from '@mojian/contract/platform/fields';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { missing } from '../../../live/follow-list.ts';
import { useLiveList } from '../../../live/use-live-list.ts';
import { watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { Empty } from '../../../ui/empty.tsx';
import { figures } from '../../../ui/figures.ts';
import { dayInChina } from '../../../ui/moment.tsx';
import { Earlier, More, useMore } from '../../../ui/more.tsx';
import type { Discussion } from '../comments/threads.ts';
import { SayCard } from './say-card.tsx';
import { type News, type SayChoice, type SayDeps, sayAddress, withNews, withUpdates } from './says.ts';
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

/** Milliseconds over which events are gathered. */
const gathering = 300;

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
  /** Loads the current version of one say. */
  const look = async (id: number) => {
    const page = await answers.ask(`say ${id}`, () => reading.list({ query: { id } }));
    if (page) setNews((before) => withUpdates(before, page.records, page.records.length === 0 ? [id] : []));
  };
  const { answers, fresh, clear } = useLiveSays({
    rows,
    countsNew: choice.page === 1 && !choice.topic && !choice.id,
    load: () => load(choice.page),
    look: (id) => void look(id).catch(() => {}),
    update: (says) => setNews((before) => withUpdates(before, says)),
  });
  const learnOwn = (says: Say[], gone: number[] = []) => {
    answers.change();
    setNews((before) => withUpdates(before, says, gone));
  };
  const reload = async () => {
    const page = await answers.ask('page', () => load(choice.page));
    if (!page) return;
    setOwn({ of: list, page });
    learnOwn(page.records);
  };
  useReader(list, reload);
  return {
    more,
    rows,
    look,
    total: first.total,
    fresh,
    showFresh: async () => {
      await reload();
      clear();
    },
    change: (id: number, to: (say: Say) => Say) => {
      answers.change();
      setNews((before) => {
        const say = before.get(id) ?? more.rows.find((row) => row.id === id);
        const now = say && to(say);
        return now && now !== say ? withUpdates(before, [now]) : before;
      });
    },
    drop: (id: number) => learnOwn([], [id]),
  };
}

type LiveOptions = {
  rows: Say[];
  /** Whether new says belong on top of this list. */
  countsNew: boolean;
  load: () => Promise<Page<Say>>;
  look: (id: number) => void;
  update: (says: Say[]) => void;
};

/** Follows others' says: shown ones are updated, new ones are counted. */
function useLiveSays({ rows, countsNew, load, look, update }: LiveOptions) {
  const isShown = (id: number) => rows.some((say) => say.id === id);
  const { answers, fresh, clear } = useLiveList({
    topic: 'says',
    events: { fresh: 'say', gone: 'say-gone', changed: 'say-changed' },
    pause: () => gathering,
    inserts: false,
    knows: isShown,
    look: load,
    onLooked({ records, pageNo, pages }) {
      update(records.filter(({ id }) => isShown(id)));
      const newest = rows[0]?.createdAt ?? '';
      const end = pageNo < pages ? (records.at(-1)?.createdAt ?? '') : '';
      return {
        fresh: records.filter(({ createdAt }) => createdAt > newest).map(({ id }) => id),
        gone: missing(rows, records, ({ createdAt }) => createdAt > end),
      };
    },
    // its author may still see it
    onGone: (id) => isShown(id) && look(id),
    onChanged: look,
  });
  return { answers, clear, fresh: countsNew ? fresh : 0 };
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
