import { useNavigation } from 'react-router';
import { useLate } from '../../../ui/use-late.ts';
import type { Choice } from './choice.ts';

/** The list on its way on this same screen, once that takes a while. Lenient: a wrong address is the loader's to refuse. */
export function useComing(path: string): Choice | undefined {
  const { location } = useNavigation();
  return useLate(location?.pathname === path ? looselyRead(location.search) : undefined);
}

function looselyRead(search: string): Choice {
  const query = new URLSearchParams(search);
  return { id: Number(query.get('id')) || undefined, page: 1, by: query.get('by') === 'hot' ? 'hot' : 'new' };
}
