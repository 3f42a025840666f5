import type { JobFailure, JobRow } from '@mojian/contract/operations/jobs';
import { recordAct } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type Jobs, listFailures } from '../../platform/jobs/jobs.ts';
import { withoutSecrets } from '../../platform/logs/log-ring.ts';

type Parts = { db: Db; jobs: Jobs };

const failuresShown = 50;

/** Each job as this process knows it, and what went wrong lately in any. */
export async function listJobs({ db, jobs }: Parts): Promise<{ jobs: JobRow[]; failures: JobFailure[] }> {
  const failures = await listFailures(db, failuresShown);
  return {
    jobs: jobs.list().map(({ last, nextAt, ...job }) => ({
      ...job,
      last: last ? shown(last) : null,
      nextAt: nextAt === undefined ? null : isoTime(nextAt),
    })),
    failures: failures.map(shown),
  };
}

/** Begins a job now. @throws Failure not-found; already-done while it runs. */
export async function runJob({ db, jobs }: Parts, viewer: Viewer, name: string) {
  jobs.runNow(name);
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'jobs.run', subject: name }));
  return null;
}

function shown<Run extends { startedAt: number; failure: string }>(run: Run) {
  return { ...run, startedAt: isoTime(run.startedAt), failure: withoutSecrets(run.failure) };
}
