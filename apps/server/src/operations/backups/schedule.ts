import { rm } from 'node:fs/promises';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { dayLength, hourLength, minuteLength } from '@mojian/contract/platform/time';
import { raiseAlert } from '../../core/alerts/raise-alert.ts';
import { notifyOwners } from '../../core/notices/notify-many.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { WorkerFailed, WorkerProcess } from '../../platform/workers/worker-process.ts';
import type { BackupTasks } from './backup-worker.ts';
import * as queries from './backups.queries.ts';
import { backUp, newestByName, type SiteDeps } from './backups.ts';
import { findBackupPath, listBackupFiles, removeUnfinishedBackups } from './folder.ts';
import { workAlone } from './work-alone.ts';

const periods = { day: dayLength, week: 7 * dayLength };
/** Retries failures sooner. */
const again = 6 * hourLength;
/** Delay on a new site. */
const first = hourLength;
/** Tolerance that keeps the daily time from drifting. */
const slack = 10 * minuteLength;

/** Writing a backup and restoring it on trial in the site's own process leave it some 15 MB larger for good. */
export const backupProcess = new WorkerProcess<BackupTasks>(new URL('./backup-worker.ts', import.meta.url), {
  heap: 160,
  memory: 400,
  seconds: 2 * 3600,
  rest: 1,
});

type Scheduled = Omit<SiteDeps, 'storage'> & {
  storageUrl?: string | undefined;
  now?: () => number;
  /** Runs with the name of a backup that passed its trial restore. */
  onProven?: (trx: Trx, name: string) => Promise<unknown>;
};

/** Makes, verifies and prunes backups as the settings say; failures are recorded and reported to the owners once. */
export async function backUpOnSchedule({ now = Date.now, ...deps }: Scheduled, stopping: AbortSignal) {
  const { every, keep } = (await readSettings(deps.db)).backup;
  if (every === 'never') return;
  const isDue = (last: queries.BackupRow | undefined) => isTime(last, periods[every], now());
  if (!isDue(await queries.lastScheduled(deps.db))) return;

  await workAlone(deps, async () => {
    const before = await queries.lastScheduled(deps.db);
    if (!isDue(before)) return;
    const failure = await backUpAndProve(deps, now(), stopping);
    if (failure === undefined) await thinBackups(deps, keep);
    else if (!before?.failure && !before?.doubt) await notifyOwnersOfFailure(deps.db, failure);
  }).catch((error) => {
    const isBackedUp = isFailure(error) && error.id === 'already-done'; // another backup is being made
    if (!isBackedUp && !stopping.aborted) throw error;
  });
}

function isTime(last: queries.BackupRow | undefined, period: number, now: number) {
  if (!last) return now - performance.timeOrigin >= first;
  const age = now - last.createdAt;
  // A backup in the future means that the clock was set back.
  return age < -slack || age >= (last.failure || last.doubt ? again : period) - slack;
}

/** @returns the reason of a failure, undefined for success */
async function backUpAndProve(deps: Scheduled, now: number, stopping: AbortSignal) {
  try {
    const attempt = { reason: 'scheduled', createdAt: now } as const;
    const { id, name } = await backUp(deps.db, attempt, () => writeApart(deps, stopping));
    const doubt = await doubtOf(deps, name, stopping);
    await deps.db.transaction().execute(async (trx) => {
      await queries.keepProof(trx, id, { provenAt: doubt ? null : now, doubt });
      if (!doubt) await deps.onProven?.(trx, name);
    });
    return doubt ? `备份已完成，但试恢复没有成功：${doubt}` : undefined;
  } catch (error) {
    stopping.throwIfAborted();
    return `备份失败：${(error as Error).message}`;
  }
}

/** @throws Failure with the reason in Chinese */
async function writeApart({ databaseUrl, dataDir, storageUrl, siteUrl }: Scheduled, stopping: AbortSignal) {
  const outcome = await unlessStopped(stopping, async () => {
    const source = { databaseUrl, dataDir, storageUrl, siteUrl };
    return backupProcess.ask('write', source).catch((error) => ({ failure: failureOf(error) }));
  }).finally(() => removeUnfinishedBackups(dataDir)); // left by a process that was ended
  if ('failure' in outcome) throw new Failure('unavailable', outcome.failure);
  return outcome.written;
}

async function doubtOf({ dataDir }: Scheduled, name: string, stopping: AbortSignal) {
  return unlessStopped(stopping, async () =>
    backupProcess.ask('prove', await findBackupPath(dataDir, name)).catch(failureOf),
  );
}

/** Ends the process, and with it the task, when the site stops. @throws the signal's reason */
async function unlessStopped<Result>(stopping: AbortSignal, task: () => Promise<Result>) {
  const end = () => backupProcess.end();
  stopping.addEventListener('abort', end);
  try {
    stopping.throwIfAborted();
    const result = await task();
    stopping.throwIfAborted();
    return result;
  } finally {
    stopping.removeEventListener('abort', end);
    if (stopping.aborted) end(); // rests for a second after a task
  }
}

function failureOf(error: Error) {
  return error instanceof WorkerFailed ? unfinished[error.reason] : error.message;
}

const unfinished = {
  slow: '太久没有做完',
  large: '做到一半停了，多半是内存不够',
  busy: '机器太忙，没有做完',
  killed: '机器的内存不够，系统停了几次',
} satisfies Record<WorkerFailed['reason'], string>;

/**
 * Deletes scheduled backups but for the newest and the last verified one. Records whose file is gone go with them: a file
 * of that name may come back from elsewhere, and is not the schedule's then.
 */
async function thinBackups({ db, dataDir }: Scheduled, keep: number) {
  const present = new Set((await listBackupFiles(dataDir)).map(({ name }) => name));
  const records = await queries.listRecords(db);
  const byName = newestByName(records);
  const proven = await queries.findLastProven(db);
  const scheduled = records.filter(({ reason, name }) => reason === 'scheduled' && name !== '');
  const stored = scheduled.filter((record) => present.has(record.name) && byName.get(record.name) === record);
  const thinned = stored.slice(0, -keep).filter(({ name }) => name !== proven?.name);
  for (const { name } of thinned) await rm(await findBackupPath(dataDir, name), { force: true });

  const needed = new Set([scheduled.at(-1)?.id, proven?.id]);
  const gone = scheduled.filter((record) => !stored.includes(record) || thinned.includes(record));
  await queries.deleteRecords(
    db,
    gone.map(({ id }) => id).filter((id) => !needed.has(id)),
  );
}

async function notifyOwnersOfFailure(db: Db, text: string) {
  const notice = { actorId: null, subject: 'backup', title: '定时备份出了问题', text, link: '' };
  await db.transaction().execute(async (trx) => {
    await notifyOwners(trx, notice);
    await raiseAlert(trx, { event: 'backup', title: notice.title, text, link: '/admin/backups' });
  });
}
