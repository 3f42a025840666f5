import { setImmediate as nextTurn } from 'node:timers/promises';
import { fewAtOnce } from '../limits/concurrency.ts';
import { waitForRoom } from './connections.ts';

const waitingAtMost = 200;
const inTurn = fewAtOnce(1, waitingAtMost);

/**
 * Makes an answer that may be megabytes, one at a time: it has been written to its socket before the next is loaded, so
 * that equal requests at once hold one copy and not one each. `make` must not wait for others' work.
 * @throws Failure too-many-requests when too many wait; as `waitForRoom`
 */
export function largeAnswer<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const work = async () => {
      await waitForRoom();
      await make().then(resolve, reject);
      await nextTurn(); // the reply is made of it in the microtasks before
    };
    inTurn(work).catch(reject);
  });
}
