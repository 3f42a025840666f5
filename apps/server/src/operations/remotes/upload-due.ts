import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hourLength, minuteLength } from '@mojian/contract/platform/time';
import { raiseAlert } from '../../core/alerts/raise-alert.ts';
import { notifyOwners } from '../../core/notices/notify-many.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { WorkerFailed, WorkerProcess } from '../../platform/workers/worker-process.ts';
import type { Where } from './clients/client.ts';
import { openRemote } from './clients/clients.ts';
import { backupsAmong } from './remote-files.ts';
import type { Refusal, RemoteTasks } from './remote-worker.ts';
import * as queries from './remotes.queries.ts';

/** Encrypting and sending gigabytes leave the site's own process as it is. */
const remoteProcess = new WorkerProcess<RemoteTasks>(new URL('./remote-worker.ts', import.meta.url), {
  heap: 96,
  memory: 300,
  seconds: 4 * 3600,
  rest: 1,
});

type Deps = { db: Db; dataDir: string; now?: () => number; largestFile?: number };

/** Queues a proven backup for every place that is on, or for one. */
export async function queueUploads(
  trx: Trx,
  backup: string,
  { remoteId, now = Date.now() }: { remoteId?: number; now?: number } = {},
) {
  const remotes = (await queries.listRemotes(trx)).filter(({ id, isOn }) =>
    remoteId === undefined ? isOn : id === remoteId,
  );
  for (const { id } of remotes) await queries.queueUpload(trx, id, { backup, now });
  return remotes.length;
}

/** Uploads what is due, one after the other. Run by a job, which runs in one process of the site only. */
export async function uploadDue(deps: Deps, stopping: AbortSignal) {
  const { db, now = Date.now } = deps;
  for (const waiting of await queries.listWaiting(db)) {
    if (stopping.aborted) return;
    const remote = await queries.findRemote(db, waiting.remoteId);
    // an appointment too far away was made before the clock was set back
    const isDue = waiting.dueAt <= now() || waiting.dueAt > now() + 2 * longestPause;
    if (remote?.isOn && isDue) await uploadOne(deps, { remote, waiting, stopping });
  }
}

type One = { remote: queries.RemoteRow; waiting: queries.RemoteBackupRow; stopping: AbortSignal };

async function uploadOne(deps: Deps, { remote, waiting, stopping }: One) {
  const { db, dataDir, now = Date.now } = deps;
  const path = join(dataDir, 'backups', waiting.backup);
  if (!existsSync(path)) {
    await queries.deleteRemoteBackup(db, waiting.id);
    const text = `本机上的 ${waiting.backup} 在抄走之前被删除了，等下一份`;
    return fail(db, { remote, waiting, now: now() }, { text, isLasting: false });
  }
  const { passphrase } = remote;
  const largest = deps.largestFile === undefined ? {} : { largestFile: deps.largestFile };
  const task = { where: whereOf(remote), path, name: waiting.backup, passphrase, ...largest };
  const outcome = await unlessStopped(stopping, () =>
    remoteProcess.ask('upload', task).catch((error) => ({ refusal: refusalOf(error) })),
  );
  if (!outcome) return;
  if ('refusal' in outcome) return fail(db, { remote, waiting, now: now() }, outcome.refusal);
  await succeed(db, { remote, waiting, now: now() }, outcome.uploaded);
}

/** Ends the process, and with it the upload, when the site stops: it begins anew at the next start. */
async function unlessStopped<Result>(stopping: AbortSignal, work: () => Promise<Result>) {
  const end = () => remoteProcess.end();
  stopping.addEventListener('abort', end);
  try {
    const result = await work();
    return stopping.aborted ? undefined : result;
  } finally {
    stopping.removeEventListener('abort', end);
    if (stopping.aborted) end();
  }
}

export function whereOf({ kind, url, username, secret, allowPrivate }: queries.RemoteRow): Where {
  return { kind, url, username, secret, allowPrivate: allowPrivate === 1 };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof WorkerFailed) return { text: unfinished[error.reason], isLasting: false };
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  return { text: '出了意外，没有抄成；原因在程序的输出里', isLasting: false };
}

const unfinished = {
  slow: '太久没有抄完',
  large: '抄到一半停了，多半是内存不够',
  busy: '太久没有抄完：线路太慢，或机器太忙',
  killed: '机器的内存不够，系统停了几次',
} satisfies Record<WorkerFailed['reason'], string>;

type Ended = { remote: queries.RemoteRow; waiting: queries.RemoteBackupRow; now: number };
type Uploaded = { name: string; bytes: number; pieces: number };

async function succeed(db: Db, { remote, waiting, now }: Ended, uploaded: Uploaded) {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await queries.updateRemoteBackup(trx, waiting.id, { ...uploaded, uploadedAt: now });
    if (Number(numUpdatedRows) === 0) return; // the place was removed, or a newer backup came
    const well = { failure: '', failingSince: null, isAlerted: 0, lastUploadedAt: now };
    await queries.updateRemote(trx, remote.id, well);
  });
  // tried again after the next upload
  await removeOld(db, remote).catch(() => {});
}

/** Removes what this site uploaded there beyond the number to keep; what others put there stays. */
async function removeOld(db: Db, remote: queries.RemoteRow) {
  const uploaded = await queries.listUploaded(db, remote.id);
  const stays = new Set(uploaded.slice(0, remote.keep).map(({ name }) => name));
  const old = new Set(
    uploaded
      .slice(remote.keep)
      .map(({ name }) => name)
      .filter((name) => !stays.has(name)),
  );
  if (old.size === 0) return;
  const folder = openRemote(whereOf(remote));
  const there = backupsAmong(await folder.list());
  for (const { name, files } of there) if (old.has(name)) for (const file of files) await folder.remove(file);
  await queries.deleteRemoteBackups(db, remote.id, [...old]);
}

const pauses = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * minuteLength);
const longestPause = 6 * hourLength;
/** Attempts that may fail before the owner is told, unless trying again alone will not help. */
const quietFailures = 3;

async function fail(db: Db, { remote, waiting, now }: Ended, { text, isLasting }: Refusal) {
  const attempts = waiting.attempts + 1;
  const isNews = remote.isAlerted === 1 || isLasting || attempts >= quietFailures;
  await db.transaction().execute(async (trx) => {
    const dueAt = now + (pauses[attempts - 1] ?? longestPause);
    await queries.updateRemoteBackup(trx, waiting.id, { attempts, dueAt });
    const failing = { failure: text, failingSince: remote.failingSince ?? now, isAlerted: Number(isNews) };
    await queries.updateRemote(trx, remote.id, failing);
    if (isNews && remote.isAlerted === 0) await tellOwners(trx, `${remote.name}：${text}`);
  });
}

async function tellOwners(trx: Trx, text: string) {
  const notice = { actorId: null, subject: 'backup', title: '备份没有抄到别处', text, link: '' };
  await notifyOwners(trx, notice);
  await raiseAlert(trx, { event: 'backup', title: notice.title, text, link: '/admin/backups' });
}
