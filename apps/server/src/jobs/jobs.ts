/** Work done again and again while the site runs. It must be safe to run in several processes at once. */
export type Job = { name: string; everySeconds: number; run: () => Promise<unknown> };

/** Runs each job now and then again and again; a job never overlaps itself. Returns what stops them, once all are done. */
export function startJobs(jobs: Job[], onFailure: (name: string, error: unknown) => void) {
  const running = new Map<string, Promise<void>>();
  const run = ({ name, run: work }: Job) => {
    if (running.has(name)) return;
    const done = work()
      .catch((error) => onFailure(name, error))
      .then(() => void running.delete(name));
    running.set(name, done);
  };
  const timers = jobs.map((job) => setInterval(run, job.everySeconds * 1000, job).unref());
  jobs.forEach(run);
  return async () => {
    timers.forEach(clearInterval);
    await Promise.all(running.values());
  };
}
