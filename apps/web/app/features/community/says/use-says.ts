import type { Say } from '@mojian/contract/community/says';
import type { Page } from '@mojian/contract/platform/fields';
import { useEffect, useRef, useState } from 'react';
import { missing } from '../../../live/follow-list.ts';
import { useLiveList } from '../../../live/use-live-list.ts';
import { watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { useMore } from '../../../ui/more.tsx';
import { type News, type SayChoice, type SayDeps, withNews, withUpdates } from './says.ts';

type SaysOptions = { choice: SayChoice; list: Page<Say>; deps: SayDeps };

/** Milliseconds over which events are gathered. */
const gathering = 300;

/** The says of an address. The served page is a visitor's; members reload their own view, with private says. */
export function useSays({ choice, list, deps: { reading } }: SaysOptions) {
  const [own, setOwn] = useState<{ of: Page<Say>; page: Page<Say> }>();
  const [news, setNews] = useState<News>(new Map());
  const { id, topic, month } = choice;
  const query = { ...(topic && { topic }), ...(month && { month }), ...(id && { id }) };
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
    countsNew: choice.page === 1 && !topic && !month && !id,
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
