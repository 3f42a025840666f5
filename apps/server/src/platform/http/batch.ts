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
