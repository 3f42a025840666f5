import { Failure } from '@mojian/contract/platform/failures';

/**
 * A queue that does so many works at once and lets so many wait. A work that fails does not stop those behind it.
 * @throws Failure too-many-requests for a work that finds the queue full.
 */
export function fewAtOnce(most: number, waitingAtMost: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn() {
    if (running < most) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingAtMost)
      throw new Failure('too-many-requests', '现在访问的人太多，请稍后再试', undefined, 5);
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function passOn() {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn();
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
