import { api } from '../../platform/http-api.ts';

/** Fate of a member's writings: hidden until put back, or hidden and deleted after thirty days. */
export type Sweep = 'keep' | 'hide' | 'delete';

/** Hides all writings of a member, a hundred a call. Returns how many. @throws Failure */
export function hideWritings(id: number, sweep: Sweep) {
  if (sweep === 'keep') return Promise.resolve(0);
  return untilDone(() => api.members.takeDown({ body: { id, purge: sweep === 'delete' } }));
}

/** Repeats a call that does a hundred at a time. Returns the sum. */
export async function untilDone(call: () => Promise<{ done: number; isMore: boolean }>) {
  for (let sum = 0; ; ) {
    const { done, isMore } = await call();
    sum += done;
    if (!isMore) return sum;
  }
}
