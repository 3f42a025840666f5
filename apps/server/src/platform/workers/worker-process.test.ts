import { expect, test } from 'vitest';
import type { GreedyTasks } from '../../../test/greedy-worker.ts';
import { WorkerProcess } from './worker-process.ts';

const entry = new URL('../../../test/greedy-worker.ts', import.meta.url);
const start = (bounds: { seconds?: number; waiting?: number; rest?: number } = {}) =>
  new WorkerProcess<GreedyTasks>(entry, { heap: 64, memory: 250, seconds: 30, ...bounds });

function isRunning(pid: number | undefined) {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a task is done in another process, bytes and maps included', async () => {
  const worker = start();
  const input = { bytes: new Uint8Array([1, 2]), sizes: new Map([['a', 1]]) };
  expect(await worker.ask('echo', input)).toEqual(input);
  expect(worker.pid).not.toBe(process.pid);
});

test('an error of a task is rethrown to the caller, and the worker goes on', async () => {
  const worker = start();
  await expect(worker.ask('fail', undefined)).rejects.toThrow('no such thing');
  const { pid } = worker;
  expect(await worker.ask('echo', 1)).toBe(1);
  expect(worker.pid).toBe(pid);
});

test('a task that never ends is given up, and those behind it are done', async () => {
  const worker = start({ seconds: 1 });
  const [spun, echoed] = await Promise.allSettled([worker.ask('spin', undefined), worker.ask('echo', 'next')]);
  // ends as busy where others take two thirds of the processor
  const reason = expect.stringMatching(/^(?:slow|busy)$/);
  expect(spun).toMatchObject({ status: 'rejected', reason: { name: 'WorkerFailed', reason } });
  expect(echoed).toEqual({ status: 'fulfilled', value: 'next' });
});

test.skipIf(process.platform !== 'linux')(
  'time in which others have the processor does not count, but ends too',
  async () => {
    const worker = start({ seconds: 1 });
    await worker.ask('echo', 1);
    const { pid = 0 } = worker;
    process.kill(pid, 'SIGSTOP');
    setTimeout(() => process.kill(pid, 'SIGCONT'), 1500);
    expect(await worker.ask('echo', 2)).toBe(2);
    process.kill(pid, 'SIGSTOP');
    await expect(worker.ask('echo', 3)).rejects.toMatchObject({ reason: 'busy' });
    expect(await worker.ask('echo', 4)).toBe(4);
  },
);

test.skipIf(process.platform !== 'linux')('memory outside the heap is bounded, and given back', async () => {
  const worker = start();
  await expect(worker.ask('grow', undefined)).rejects.toMatchObject({ reason: 'large' });
  expect(await worker.ask('echo', 'next')).toBe('next');
});

test.skipIf(process.platform !== 'linux')(
  'a process that the system kills gets its task again, a few times',
  async () => {
    const worker = start();
    await worker.ask('echo', 1);
    const spun = worker.ask('echo', 'again');
    process.kill(worker.pid ?? 0, 'SIGKILL');
    expect(await spun).toBe('again');
    await expect(worker.ask('endAsKilled', undefined)).rejects.toMatchObject({ reason: 'killed' });
    expect(await worker.ask('echo', 'next')).toBe('next');
  },
);

test('the heap is bounded', async () => {
  const worker = start();
  await expect(worker.ask('growHeap', undefined)).rejects.toMatchObject({ reason: 'large' });
  expect(await worker.ask('echo', 'next')).toBe('next');
});

test('with too many waiting, the next is refused at once', async () => {
  const worker = start({ waiting: 2 });
  const waiting = [worker.ask('echo', 1), worker.ask('echo', 2)];
  await expect(worker.ask('echo', 3)).rejects.toMatchObject({ reason: 'busy' });
  expect(await Promise.all(waiting)).toEqual([1, 2]);
  expect(await worker.ask('echo', 4)).toBe(4);
});

test('without a task for a while the process ends', async () => {
  const worker = start({ rest: 0.2 });
  await worker.ask('echo', 1);
  const { pid } = worker;
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(worker.pid).toBeUndefined();
  expect(await worker.ask('echo', 2)).toBe(2);
});
