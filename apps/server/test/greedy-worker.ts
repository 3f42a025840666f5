import { answerTasks } from '../src/platform/workers/answer-tasks.ts';

const stored: unknown[] = [];

const tasks = {
  echo: (input: unknown) => input,
  spin: () => {
    for (;;);
  },
  /** Memory outside the heap, as a picture takes it, until the process ends. */
  grow: async () => {
    for (;;) {
      stored.push(Buffer.alloc(8 * 1024 * 1024, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
  growHeap: () => {
    for (;;) stored.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  /** Ends as the kernel ends a process when memory is short. */
  endAsKilled: () => process.kill(process.pid, 'SIGKILL'),
  fail: () => {
    throw new TypeError('no such thing');
  },
};

export type GreedyTasks = typeof tasks;

answerTasks(tasks);
