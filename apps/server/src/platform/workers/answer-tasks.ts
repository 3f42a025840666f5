import { writeFileSync } from 'node:fs';

/**
 * Reply of a worker process. `error`: text of the exception; `large`: a RangeError, too long a string or too deep a
 * stack.
 */
export type Reply = { value: unknown } | { large: true } | { error: string };

/** The other end of a WorkerProcess, called once by the file it runs: does its tasks until the site ends. */
// biome-ignore lint/suspicious/noExplicitAny: each task names its own input
export function answerTasks(tasks: Record<string, (input: any) => unknown>) {
  offerToTheKernel();
  // Ctrl+C reaches every process of the terminal: the site still finishes what is under way
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

/** Makes Linux end this process first when memory runs out, not the site. */
function offerToTheKernel() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // another system
  }
}
