import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { remoteKinds } from '@mojian/contract/operations/remote-kinds';
import type { adminRemotes, RemoteItem } from '@mojian/contract/operations/remotes';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isSameAddress, triedWith, withTyped } from '../../platform/outgoing/destinations.ts';
import { findBackupPath } from '../backups/folder.ts';
import { checkedPlace, targetOf } from './addresses.ts';
import { RemoteRefused, type Where } from './clients/client.ts';
import { openRemote } from './clients/clients.ts';
import { markFolder } from './clients/folder.ts';
import * as queries from './remotes.queries.ts';
import { queueUploads, whereOf } from './upload-due.ts';

export type RemoteDeps = { db: Db; dataDir: string };

const mostRemotes = 10;

export async function listAdminRemotes({ db }: RemoteDeps): Promise<RemoteItem[]> {
  const [remotes, waiting] = await Promise.all([queries.listRemotes(db), queries.listWaiting(db)]);
  const ofRemote = new Map(waiting.map((one) => [one.remoteId, one]));
  return remotes.map((remote) => present(remote, ofRemote.get(remote.id)));
}

function present(remote: queries.RemoteRow, waiting: queries.RemoteBackupRow | undefined): RemoteItem {
  const { id, kind, name, url, username, keep, failure, failingSince, lastUploadedAt } = remote;
  return {
    id,
    kind,
    name,
    username,
    keep,
    failure,
    target: targetOf(kind, url),
    hasSecret: remote.secret !== '',
    isEncrypted: remote.passphrase !== '',
    allowPrivate: remote.allowPrivate === 1,
    isOn: remote.isOn === 1,
    lastUploadedAt: lastUploadedAt === null ? null : isoTime(lastUploadedAt),
    waiting: waiting?.backup ?? '',
    nextAt: waiting ? isoTime(waiting.dueAt) : null,
    failingSince: failingSince === null ? null : isoTime(failingSince),
  };
}

/** @throws Failure naming the field */
export async function addRemote(
  { db, dataDir }: RemoteDeps,
  viewer: Viewer,
  input: Input<typeof adminRemotes.add>['body'],
) {
  const { passphrase, keep } = input;
  const where = await checkedPlace(input, dataDir);
  await mark(where);
  const name = input.name || remoteKinds[where.kind].name;
  return db.transaction().execute(async (trx) => {
    if ((await queries.listRemotes(trx)).length >= mostRemotes)
      throw new Failure('not-allowed', `最多 ${mostRemotes} 个地方，先删几个`);
    const stored = { ...rowOf(where), name, passphrase, keep };
    const times = { lastUploadedAt: null, failingSince: null, createdAt: Date.now() };
    const id = await queries.insertRemote(trx, { ...stored, ...times });
    const after = auditFields(await requireRemote(trx, id));
    await recordAct(trx, viewer, { act: 'remotes.add', subject: `remote:${id}`, after });
    return { id };
  });
}

function rowOf({ kind, url, username, secret, allowPrivate }: Where) {
  return { kind, url, username, secret, allowPrivate: Number(allowPrivate) };
}

async function mark({ kind, url }: Where) {
  if (kind === 'folder') await asFailure(() => markFolder(url), 'url');
}

/** Changes what is given of a place; what waits is tried again at once. @throws Failure not-found; naming the field */
export async function changeRemote(
  { db, dataDir }: RemoteDeps,
  viewer: Viewer,
  { id, ...input }: Input<typeof adminRemotes.change>['body'],
) {
  const known = await requireRemote(db, id);
  const where = await checkedPlace(withTyped(whereOf(known), input), dataDir);
  if (input.url !== undefined) await mark(where);
  await db.transaction().execute(async (trx) => {
    const before = await requireRemote(trx, id);
    const { name, keep, passphrase, isOn } = input;
    await queries.updateRemote(trx, id, {
      ...rowOf(where),
      ...(name && { name }),
      ...(keep !== undefined && { keep }),
      ...(passphrase !== undefined && { passphrase }),
      ...(isOn !== undefined && { isOn: Number(isOn) }),
      failure: '',
      failingSince: null,
      isAlerted: 0,
    });
    for (const waiting of await queries.listWaiting(trx))
      if (waiting.remoteId === id)
        await queries.updateRemoteBackup(trx, waiting.id, { attempts: 0, dueAt: Date.now() });
    const fields = { before: auditFields(before), after: auditFields(await requireRemote(trx, id)) };
    await recordAct(trx, viewer, { act: 'remotes.change', subject: `remote:${id}`, ...fields });
  });
}

/** @throws Failure not-found */
export async function removeRemote({ db }: RemoteDeps, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    const before = auditFields(await requireRemote(trx, id));
    await queries.deleteRemote(trx, id);
    await recordAct(trx, viewer, { act: 'remotes.remove', subject: `remote:${id}`, before });
  });
}

/** Queues a backup for one place, or for all that are on. @throws Failure not-found */
export async function requestUpload(
  { db, dataDir }: RemoteDeps,
  viewer: Viewer,
  { id, name }: Input<typeof adminRemotes.upload>['body'],
) {
  await findBackupPath(dataDir, name);
  if (id !== undefined) await requireRemote(db, id);
  await db.transaction().execute(async (trx) => {
    const queued = await queueUploads(trx, name, id === undefined ? {} : { remoteId: id });
    if (queued === 0) throw new Failure('not-found', '还没有要抄去的地方，先添加一个');
    await recordAct(trx, viewer, { act: 'remotes.upload', subject: name });
  });
}

/**
 * Writes, reads and removes a small file now, at a stored place or one not stored yet. A refusal is a reply, not a
 * failure. @throws Failure not-found; naming the field
 */
export async function testRemote(
  { db, dataDir }: RemoteDeps,
  viewer: Viewer,
  input: Input<typeof adminRemotes.test>['body'],
) {
  const stored = input.id === undefined ? undefined : await requireRemote(db, input.id);
  const where = await (stored ? changed(whereOf(stored), input, dataDir) : unsaved(input, dataDir));
  const result = await tryOut(where, dataDir);
  const subject = stored ? `remote:${stored.id}` : '';
  const after = { kind: remoteKinds[where.kind].name, ...result };
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'remotes.test', subject, after }));
  return result;
}

async function changed(stored: Where, input: Input<typeof adminRemotes.test>['body'], dataDir: string) {
  const tried = triedWith(stored, input);
  return isSameAddress(tried, stored) ? stored : checkedPlace(tried, dataDir);
}

async function unsaved(input: Input<typeof adminRemotes.test>['body'], dataDir: string) {
  const { kind, url, username = '', secret = '', allowPrivate = false } = input;
  if (kind === undefined) throw new Failure('invalid-input', '请选择抄到哪里', 'kind');
  if (url === undefined) throw new Failure('invalid-input', `请输入${remoteKinds[kind].address}`, 'url');
  const where = await checkedPlace({ kind, url, username, secret, allowPrivate }, dataDir);
  await mark(where);
  return where;
}

async function tryOut(where: Where, dataDir: string) {
  const folder = openRemote(where);
  const name = `mojian-try-${randomBytes(4).toString('hex')}.txt`;
  const bytes = randomBytes(64);
  try {
    await folder.prepare();
    await folder.put({ name, bytes: bytes.length, content: [bytes] as never }, async (read) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of read) chunks.push(chunk);
      if (!bytes.equals(Buffer.concat(chunks))) throw new RemoteRefused('读回来的和写进去的不一样');
    });
    await folder.remove(name);
    const isSameDisk = where.kind === 'folder' && (await stat(where.url)).dev === (await stat(dataDir)).dev;
    const words = isSameDisk ? '不过它和数据在同一块盘上，这块盘坏了就都没了' : '备份可以抄到这里';
    return { ok: true, text: `写进去、读回来、删除，都好；${words}` };
  } catch (error) {
    if (error instanceof RemoteRefused) return { ok: false, text: error.message };
    throw error;
  }
}

/** Says a refusal of the other side as a failure of the call. */
export async function asFailure<Result>(work: () => Promise<Result>, field?: string) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RemoteRefused)
      throw new Failure(field ? 'invalid-input' : 'unavailable', error.message, field);
    throw error;
  }
}

export async function requireRemote(db: Db | Trx, id: number) {
  const remote = await queries.findRemote(db, id);
  if (!remote) throw new Failure('not-found', '没有这个地方', 'id');
  return remote;
}

/** Fields recorded in the audit log. */
function auditFields({ name, kind, url, username, secret, passphrase, keep, allowPrivate, isOn }: queries.RemoteRow) {
  const target = targetOf(kind, url);
  return { name, target, username, secret, passphrase, keep, allowPrivate: allowPrivate === 1, isOn: isOn === 1 };
}
