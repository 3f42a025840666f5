import { api } from '../../platform/http-api.ts';

/** Fate of a member's writings: hidden until put back, or hidden and deleted after thirty days. */
export type Sweep = 'keep' | 'hide' | 'delete';

/** Outcome of an act of hiding: how many, and its name, by which it is undone. */
export type Hidden = { count: number; act?: number };

/** Hides all writings of a member, a hundred a call. @throws Failure */
export function hideWritings(id: number, sweep: Sweep): Promise<Hidden> {
  if (sweep === 'keep') return Promise.resolve({ count: 0 });
  return hideAll((act) => api.members.takeDown({ body: { id, purge: sweep === 'delete', ...act } }));
}

/** Repeats a call that hides a hundred at a time, as one act. */
export async function hideAll(
  call: (act: { act?: number }) => Promise<{ done: number; isMore: boolean; act: number }>,
): Promise<Hidden> {
  for (let hidden: Hidden = { count: 0 }; ; ) {
    const { done, isMore, act } = await call(hidden.act === undefined ? {} : { act: hidden.act });
    hidden = { count: hidden.count + done, act };
    if (!isMore) return hidden;
  }
}

/** Repeats a call that does a hundred at a time. Returns the sum. */
export async function untilDone(call: () => Promise<{ done: number; isMore: boolean }>) {
  for (let sum = 0; ; ) {
    const { done, isMore } = await call();
    sum += done;
    if (!isMore) return sum;
  }
}
