import type { MyComment } from '@mojian/contract/community/comments';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { CallsOf } from '../../../calls.ts';

type Listed = { records: MyComment[]; total: number; next: string | null };

/** By history entry: on the way back the list is as long as it was left. */
const kept = new Map<string, Listed>();

/** The member's own comments as far as they are loaded, and the way to more of them. */
export function useOwnComments({ mine, remove }: CallsOf<'comments'>['comments']) {
  const { key } = useLocation();
  const [list, setList] = useState(() => kept.get(key));
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  useEffect(() => {
    if (list) kept.set(key, list);
  }, [key, list]);

  const load = async (after?: string) => {
    setState('loading');
    try {
      const page = await mine({ query: after ? { after } : {} });
      setList((before) => (after && before ? { ...page, records: [...before.records, ...page.records] } : page));
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a list that was left is shown as it was
  useEffect(() => {
    if (!list) void load();
  }, []);

  return {
    list,
    state,
    again: () => void load(),
    loadMore: () => state !== 'loading' && void load(list?.next ?? undefined),
    remove: async ({ id }: MyComment) => {
      await remove({ query: { id } });
      setList((before) => before && without(before, id));
    },
  };
}

function without({ records, total, next }: Listed, id: number): Listed {
  return { records: records.filter((one) => one.id !== id), total: total - 1, next };
}
