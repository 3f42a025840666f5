import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Around } from './begun.ts';
import { Opener } from './opener.ts';

type Asked = { member: number; id: number | undefined; around: Around };

/** The article with this number, or a new one, as long as the screen shows it. */
export function useOpened({ member, id, around }: Asked) {
  const [opener] = useState(() => new Opener(member, around));
  const opened = useSyncExternalStore(opener.watch, () => opener.opened);
  useEffect(() => opener.ask(id), [opener, id]);
  useEffect(() => {
    const come = () => document.visibilityState === 'visible' && void opener.resume();
    const go = () => opener.free();
    addEventListener('pageshow', come);
    addEventListener('pagehide', go);
    document.addEventListener('visibilitychange', come);
    return () => {
      removeEventListener('pageshow', come);
      removeEventListener('pagehide', go);
      document.removeEventListener('visibilitychange', come);
      opener.close();
    };
  }, [opener]);
  return { opened, opener };
}
