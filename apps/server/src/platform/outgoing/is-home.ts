import { NoAnswer } from './no-answer.ts';
import { reach } from './reach.ts';

/** Whoever answers is at home, even who refuses a machine; not a page that is gone, and not a broken server. */
export async function isHome(url: string, options: Parameters<typeof reach>[1]) {
  try {
    const status = await reach(url, options);
    return status < 500 && status !== 404 && status !== 410;
  } catch (error) {
    if (error instanceof NoAnswer) return false;
    throw error;
  }
}
