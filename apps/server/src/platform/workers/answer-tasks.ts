import { writeFileSync } from 'node:fs';
import { flushCompileCache, getCompileCacheDir } from 'node:module';

/**
 * Reply of a worker process. `error`: text of the exception; `large`: a RangeError, for a string too long or a stack
 * too deep.
 */
export type Reply = { value: unknown } | { large: true } | { error: string };

/** Tasks by name, each with its own input, which is copied between the processes as by `structuredClone`. */
export type Tasks = Record<string, (input: never) => unknown>;

/** Performs the tasks of a WorkerProcess until the site ends; called once by the file that the process runs. */
export function answerTasks(tasks: Tasks) {
  offerToTheKernel();
  // ignores Ctrl+C, which reaches every process of the terminal: the site finishes running work
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ name, input }: { name: string; input: unknown }) => {
    process.send?.(await answer(tasks, name, input));
    storeCompiledCode();
  });
}

let isCodeStored = false;

/** Writes the compile cache once the first task has called what it needs: at its end, this process is killed. */
function storeCompiledCode() {
  if (isCodeStored || !getCompileCacheDir()) return;
  isCodeStored = true;
  flushCompileCache();
}

async function answer(tasks: Tasks, name: string, input: unknown): Promise<Reply> {
  try {
    return { value: await tasks[name]?.(input as never) };
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
