import type { HotList, HotType } from '@mojian/contract/pages/hot';
import { useEffect, useState } from 'react';

export type LoadHot = (type: HotType) => Promise<HotList>;

/** As long as the server keeps a copy. */
const keptFor = 10 * 60_000;

/** The lists of one window, of which one is shown. What has aged is fetched anew once it is shown. */
export function useHotLists(first: HotList[], load: LoadHot) {
  const [lists, setLists] = useState(first);
  const [place, setPlace] = useState(0);
  const [states, setStates] = useState<Partial<Record<HotType, 'loading' | 'failed'>>>({});
  const list = lists[place] as HotList;

  const refresh = async ({ type }: HotList) => {
    setStates((before) => ({ ...before, [type]: 'loading' }));
    try {
      const fetched = await load(type);
      setLists((before) => before.map((one) => (one.type === type ? fetched : one)));
      setStates((before) => ({ ...before, [type]: undefined }));
    } catch {
      setStates((before) => ({ ...before, [type]: 'failed' }));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that comes to be shown, not after each answer
  useEffect(() => {
    if (!list.updatedAt || Date.now() - Date.parse(list.updatedAt) >= keptFor) refresh(list);
  }, [place]);
  return { list, state: states[list.type], place, choose: setPlace, refresh: () => refresh(list) };
}
