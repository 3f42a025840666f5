import { isFailure } from '@mojian/contract/platform/failures';

/**
 * Does one thing after another, each in its own transaction: one that is refused stops none of the others.
 * @throws what is no refusal.
 */
export async function each(ids: number[], act: (id: number) => Promise<unknown>) {
  const failed: { id: number; why: string }[] = [];
  for (const id of ids)
    try {
      await act(id);
    } catch (error) {
      if (!isFailure(error)) throw error;
      failed.push({ id, why: error.message });
    }
  return { done: ids.length - failed.length, failed };
}

/** Whether these are exactly those there are, each once, in whatever order: what a wanted order is asked first. */
export function isSameIds(present: number[], wanted: number[]) {
  const known = new Set(present);
  return (
    wanted.length === present.length && new Set(wanted).size === wanted.length && wanted.every((id) => known.has(id))
  );
}
