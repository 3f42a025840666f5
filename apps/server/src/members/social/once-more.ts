import { isDuplicate } from '../../platform/db/dialect.ts';

const attempts = 3;

/** Of two who come at the same time the second meets a unique index, and on another try what the first has left. */
export async function onceMore<Result>(step: () => Promise<Result>, left = attempts): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (left <= 1 || !isDuplicate(error)) throw error;
    return onceMore(step, left - 1);
  }
}
