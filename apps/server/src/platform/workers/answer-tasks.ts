import { writeFileSync } from 'node:fs';

/** What a worker process sends back. `error` is the text of what the task threw, `large` a string or stack beyond all bounds. */
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

/** Where the machine's memory runs out, Linux is to end this process and not the site. */
function offerToTheKernel() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // another system
  }
}
