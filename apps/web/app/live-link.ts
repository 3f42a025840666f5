import type { Ear } from './live-ear.ts';
import { openLine } from './live-line.ts';
import { Tabs } from './live-tabs.ts';
import type { Wish } from './live-words.ts';
import { tokenToSend } from './session.ts';

type Link = { want: (wish: Wish) => boolean; leave: () => void };

/** One line for all tabs, or, where browsers do not let tabs agree (as without https), one for this tab. */
export function linkFor(ear: Ear): Link {
  const canShare = typeof BroadcastChannel !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator;
  // looking at the token lets the tab notice what happened to the session elsewhere
  return canShare ? new Tabs({ ear, locks: navigator.locks, onSession: () => void tokenToSend() }) : ownLine(ear);
}

function ownLine(ear: Ear): Link {
  const line = openLine({
    onOpened: (opened) => ear.opened(opened),
    onEvent: (event) => void ear.hear(event),
    onLost: () => ear.lost(),
    onSign: () => {},
    lastId: () => ear.lastId,
  });
  return {
    want({ topics, token }) {
      line.set(topics, token);
      return topics !== undefined;
    },
    leave: () => line.set(undefined, undefined),
  };
}
