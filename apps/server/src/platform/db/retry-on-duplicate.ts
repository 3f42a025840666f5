import { isDuplicate } from './dialect.ts';

const attempts = 3;

/** Retries after a unique index was violated, so that the second of two concurrent logins finds the first's row. */
export async function retryOnDuplicate<Result>(step: () => Promise<Result>, left = attempts): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (left <= 1 || !isDuplicate(error)) throw error;
    return retryOnDuplicate(step, left - 1);
  }
}
