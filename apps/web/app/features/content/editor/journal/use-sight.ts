import { useEffect, useSyncExternalStore } from 'react';
import { watchUser } from '../../../../session.ts';
import type { Manuscript } from './manuscript.ts';

/** The article as it stands, kept going by whatever the page hears: the network, the session, its own end. */
export function useSight(manuscript: Manuscript) {
  useEffect(() => {
    const wake = () => manuscript.delivery.wake();
    const hold = () => manuscript.hold();
    const seen = () => (document.visibilityState === 'visible' ? wake() : hold());
    addEventListener('online', wake);
    addEventListener('focus', wake);
    addEventListener('pagehide', hold);
    document.addEventListener('visibilitychange', seen);
    const unwatch = watchUser(wake);
    return () => {
      removeEventListener('online', wake);
      removeEventListener('focus', wake);
      removeEventListener('pagehide', hold);
      document.removeEventListener('visibilitychange', seen);
      unwatch();
    };
  }, [manuscript]);
  const { watched } = manuscript;
  return useSyncExternalStore(
    (watcher) => watched.watch(watcher),
    () => watched.sight,
  );
}
