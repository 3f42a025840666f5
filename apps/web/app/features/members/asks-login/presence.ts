import { useSyncExternalStore } from 'react';
import { readToken, readUser, watchUser } from '../../../session.ts';

/**
 * Who is there: `served` on the server and while its page is taken over, `coming` while the browser asks whose its token
 * is.
 */
export type Presence = 'served' | 'visitor' | 'coming' | 'member';

export function usePresence(): Presence {
  return useSyncExternalStore(watchUser, readPresence, () => 'served');
}

function readPresence(): Presence {
  if (readUser()) return 'member';
  return readToken() ? 'coming' : 'visitor';
}
