import type { Draft } from '@mojian/contract/content/drafts';
import type { Failure } from '@mojian/contract/platform/failures';

/** Where what was written stands. All of it is in this browser at any time; this tells of the server. */
export type Standing =
  /** `at`: when it was saved, in milliseconds of this browser's clock; null before there is anything to save. */
  | { is: 'saved'; at: number | null }
  | { is: 'unsaved' }
  | { is: 'saving' }
  /** No answer came. It is tried again by itself. */
  | { is: 'offline' }
  /** The server is there and cannot at the moment. It is tried again by itself. */
  | { is: 'unable' }
  /** Nobody is logged in. It goes on once the writer is. */
  | { is: 'signed-out' }
  /** Somebody else is logged in. It waits for the writer. */
  | { is: 'stranger' }
  /** Another device saved something else meanwhile. */
  | { is: 'stale'; theirs: Draft }
  /** The server will not have it as it is. */
  | { is: 'refused'; failure: Failure };

/** It goes on by itself, sooner or later. */
export function isWaiting({ is }: Standing) {
  return is === 'offline' || is === 'unable' || is === 'signed-out' || is === 'stranger';
}
