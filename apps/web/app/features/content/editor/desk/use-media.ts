import { useSyncExternalStore } from 'react';

/** The widths at which the desk is laid out anew. Source: look/editor. */
export const desks = { phone: '(max-width: 859px)', wide: '(min-width: 1280px)' } as const;

/** Whether the window is like this, now and from now on. In the browser only. */
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
