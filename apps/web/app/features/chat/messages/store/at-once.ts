import { sayIfLost } from '../../../../ui/say-if-lost.ts';
import type { Core } from './core.ts';
import type { InnerState } from './inner-state.ts';
import type { Listing } from './listing.ts';

export type Change = (now: InnerState) => Partial<InnerState>;

export type AtOnce = ReturnType<typeof createAtOnce>;

/** Shows what a member does at once, and takes it back when it fails. */
export function createAtOnce({ box }: Core, listing: Listing) {
  return async (change: Change, undo: Change, call: () => Promise<unknown>) => {
    listing.outdate();
    box.set(change(box.get()));
    const isDone = await succeeds(call);
    listing.outdate();
    if (!isDone) box.set(undo(box.get()));
    listing.askSoon();
    return isDone;
  };
}

/** Whether it did. Refusals were said in a toast; this says it of what never arrived. */
export async function succeeds(call: () => Promise<unknown>) {
  try {
    await call();
    return true;
  } catch (error) {
    sayIfLost(error);
    return false;
  }
}

export function without(numbers: ReadonlySet<number>, gone: number) {
  return new Set([...numbers].filter((one) => one !== gone));
}
