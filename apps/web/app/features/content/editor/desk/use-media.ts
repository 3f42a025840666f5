import { useSyncExternalStore } from 'react';

/** Breakpoints of the editor's layout. */
export const desks = { phone: '(max-width: 859px)', wide: '(min-width: 1280px)' } as const;

/** Subscribes to a media query. Browser only. */
export function useMedia(query: string) {
  return useSyncExternalStore(
    (tell) => {
      const media = matchMedia(query);
      media.addEventListener('change', tell);
      return () => media.removeEventListener('change', tell);
    },
    () => matchMedia(query).matches,
  );
}
