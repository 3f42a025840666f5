import type { Say } from '@mojian/contract/community/says';
import type { Page } from '@mojian/contract/platform/fields';
import { useEffect, useRef, useState } from 'react';
import { readToken, watchUser } from '../../../session.ts';
import { useMore } from '../../../ui/use-more.ts';
import type { SayChoice } from './say-choice.ts';
import type { SayParts } from './say-parts.ts';
import { learn, type News, withNews } from './shown-says.ts';
import { useSaysLive } from './use-says-live.ts';

type Given = { choice: SayChoice; list: Page<Say>; parts: SayParts };

/**
 * The says of an address as this reader sees them. The page from the server is the visitor's: who is logged in gets their
 * own view of it in the browser, their private says among the others.
 */
export function useSays({ choice, list, parts: { reading } }: Given) {
  const [own, setOwn] = useState<{ of: Page<Say>; page: Page<Say> }>();
  const [news, setNews] = useState<News>(new Map());
  const query = { ...(choice.topic && { topic: choice.topic }), ...(choice.id && { id: choice.id }) };
  const first = own?.of === list ? own.page : list;
  const more = useMore(first, (pageNo) => reading.list({ query: { ...query, pageNo } }));
  const rows = withNews(more.rows, news);

  const acted = useActed();

  const reload = async () => {
    const isStill = acted.since();
    const page = await reading.list({ query: { ...query, pageNo: choice.page } });
    setOwn({ of: list, page });
    setNews((before) => learn(before, page.records.filter(isStill)));
  };
  /** How one say is now. */
  const look = async (id: number) => {
    const isStill = acted.since();
    const { records } = await reading.list({ query: { id } });
    setNews((before) => learn(before, records.filter(isStill), records.length === 0 ? [id] : []));
  };
  useReader(list, reload);
  const fresh = useSaysLive({ rows, countsNew: choice.page === 1 && !choice.topic && !choice.id, look, reload });
  return {
    ...{ more, rows, look },
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

/** An answer that was on its way while the reader did something to a say tells of it as it was before. */
function useActed() {
  const [acts] = useState(() => ({ count: 0, last: new Map<number, number>() }));
  return {
    on: (id: number) => {
      acts.count += 1;
      acts.last.set(id, acts.count);
    },
    since: () => {
      const asked = acts.count;
      return ({ id }: Say) => (acts.last.get(id) ?? 0) <= asked;
    },
  };
}

/** Asks anew for who is logged in, and whenever somebody logs in or out. Should it fail, the visitor's view stays. */
function useReader(list: Page<Say>, reload: () => Promise<void>) {
  const latest = useRef(reload);
  latest.current = reload;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is asked for anew
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
