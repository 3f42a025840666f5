import { isFailure } from '@mojian/contract/platform/failures';

/**
 * Runs an act per id, each in its own transaction; a refusal does not stop the others.
 * @throws any error but a Failure
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

/** Checks that a requested order contains exactly the present ids, each once. */
export function isSameIds(present: number[], wanted: number[]) {
  const known = new Set(present);
  return (
    wanted.length === present.length && new Set(wanted).size === wanted.length && wanted.every((id) => known.has(id))
  );
}
