/**
 * Work done again and again while the site runs. It must be safe to run in several processes at once, and what takes
 * long ends early when the signal says that the site is stopping.
 */
export type Job = { name: string; everySeconds: number; run: (stopping: AbortSignal) => Promise<unknown> };

/** Runs each job now and then again and again; a job never overlaps itself. Returns what stops them, once all are done. */
export function startJobs(jobs: Job[], onFailure: (name: string, error: unknown) => void) {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const run = ({ name, run: work }: Job) => {
    if (running.has(name)) return;
    const done = work(stopping.signal)
      .catch((error) => onFailure(name, error))
      .then(() => void running.delete(name));
    running.set(name, done);
  };
  const timers = jobs.map((job) => setInterval(run, job.everySeconds * 1000, job).unref());
  jobs.forEach(run);
  return async () => {
    timers.forEach(clearInterval);
    stopping.abort();
    await Promise.all(running.values());
  };
}
