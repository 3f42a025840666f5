import { writeFileSync } from 'node:fs';

/**
 * Reply of a worker process. `error`: text of the exception; `large`: a RangeError, for a string too long or a stack
 * too deep.
 */
export type Reply = { value: unknown } | { large: true } | { error: string };

/** Performs the tasks of a WorkerProcess until the site ends; called once by the file that the process runs. */
// biome-ignore lint/suspicious/noExplicitAny: each task names its own input
export function answerTasks(tasks: Record<string, (input: any) => unknown>) {
  offerToTheKernel();
  // ignores Ctrl+C, which reaches every process of the terminal: the site finishes running work
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ name, input }: { name: string; input: unknown }) => {
    process.send?.(await answer(tasks, name, input));
  });
}

// biome-ignore lint/suspicious/noExplicitAny: each task names its own input
async function answer(tasks: Record<string, (input: any) => unknown>, name: string, input: unknown): Promise<Reply> {
  try {
    return { value: await tasks[name]?.(input) };
  } catch (error) {
    if (error instanceof RangeError) return { large: true };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Raises the OOM score, so that Linux ends this process first and not the site. */
function offerToTheKernel() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // not Linux
  }
}
