import type { adminRedirects, MissedRow, RedirectRow } from '@mojian/contract/content/redirects';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { movedKey } from '@mojian/foreign-files/address-key';
import { recordAct } from '../../core/audit/audit.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { localKey, type Remembered, readTarget, rememberMoved } from '../slugs/moved.ts';
import {
  changeMovedPath,
  deleteMovedRemovedBefore,
  deleteRemovedMoved,
  markMovedRemoved,
} from '../slugs/moved-rows.ts';
import { findExistingAddresses } from '../slugs/present.ts';
import * as queries from './redirects.queries.ts';
import { describeTargets, guessTargets } from './targets.ts';

type Deps = { db: Db; siteUrl: string };

/** Milliseconds for which a removed redirect can be restored. */
const restorableMs = 24 * 3600_000;

export async function listRedirects(db: Db, query: Input<typeof adminRedirects.list>['query']) {
  const [rows, total] = await Promise.all([
    queries.selectRedirects(db, query, sliceOf(query)),
    queries.countRedirects(db, query),
  ]);
  const described = await describeTargets(
    db,
    rows.map(({ target }) => target),
  );
  const records = rows.map(({ lastHitAt, createdAt, ...row }): RedirectRow => {
    const { title = '', isBroken = false } = described.get(row.target) ?? {};
    return { ...row, title, isBroken, lastHitAt: isoTime(lastHitAt), createdAt: isoTime(createdAt) };
  });
  return inPages(records, total, query);
}

function isoTime(time: number | null) {
  return time ? new Date(Number(time)).toISOString() : null;
}

export async function listMissed(db: Db, query: Input<typeof adminRedirects.missed>['query']) {
  const [rows, total] = await Promise.all([
    queries.listMisses(db, query, sliceOf(query)),
    queries.countMisses(db, query),
  ]);
  const guesses = await guessTargets(
    db,
    rows.map(({ path }) => path),
  );
  const records = rows.map(
    ({ firstAt, lastAt, ...row }): MissedRow => ({
      ...row,
      firstAt: new Date(firstAt).toISOString(),
      lastAt: new Date(lastAt).toISOString(),
      guess: guesses.get(row.path) ?? null,
    }),
  );
  return inPages(records, total, query);
}

type Addresses = { from: string; to: string };

/** Adds a redirect. @throws Failure invalid-input or taken at `from`, invalid-input at `to` */
export function addRedirect({ db, siteUrl }: Deps, viewer: Viewer, addresses: Addresses) {
  return write(db, async (trx) => {
    const target = await checkTarget(trx, siteUrl, addresses.to);
    const path = await checkPath(trx, addresses.from);
    const known = await queries.findRedirectRow(trx, { path });
    if (known && known.removedAt === null) throw alreadyThere(known.target);
    return add(trx, viewer, path, target);
  });
}

async function add(trx: Trx, viewer: Viewer, path: string, wanted: string) {
  refuseUnless(await rememberMoved(trx, path, wanted, 'manual'));
  await queries.dropMisses(trx, [path]);
  const { id, target } = await stored(trx, path);
  await recordAct(trx, viewer, { act: 'redirects.add', subject: `redirect:${id}`, after: { from: path, to: target } });
  return { id, path, target };
}

type Change = Addresses & { id: number; before: { path: string; target: string } };

/** Changes a redirect. @throws Failure not-found, stale, and those of `addRedirect` */
export async function changeRedirect({ db, siteUrl }: Deps, viewer: Viewer, { id, before, ...wanted }: Change) {
  await write(db, async (trx) => {
    const known = await queries.findRedirectRow(trx, { id });
    if (!known || known.removedAt !== null) throw new Failure('not-found', '这个旧地址已经删除', 'id');
    if (known.path !== before.path || known.target !== before.target)
      throw new Failure('stale', '别人刚改过这个旧地址，请刷新后再改');
    const target = await checkTarget(trx, siteUrl, wanted.to);
    const path = movedKey(wanted.from);
    if (path !== known.path) await rename(trx, known, wanted.from);
    refuseUnless(await rememberMoved(trx, path, target, 'manual'));
    await queries.dropMisses(trx, [path]);
    const after = { from: path, to: (await stored(trx, path)).target };
    const act = { act: 'redirects.change', subject: `redirect:${id}` } as const;
    await recordAct(trx, viewer, { ...act, before: { from: known.path, to: known.target }, after });
  });
  return null;
}

async function rename(trx: Trx, known: { id: number; path: string }, from: string) {
  const path = await checkPath(trx, from);
  const other = await queries.findRedirectRow(trx, { path });
  if (other && other.removedAt === null) throw alreadyThere(other.target);
  await deleteRemovedMoved(trx, path);
  await changeMovedPath(trx, { id: known.id, path: known.path, to: path });
}

async function stored(trx: Trx, path: string) {
  const row = await queries.findRedirectRow(trx, { path });
  if (!row) throw new Failure('stale', '别人刚改过这个旧地址，请刷新后再改');
  return row;
}

/** Runs a write; of two concurrent ones of one path the second fails with `taken`. */
function write<Result>(db: Db, work: (trx: Trx) => Promise<Result>) {
  return db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new Failure('taken', '别人刚添加了这个旧地址', 'from') : error;
    });
}

function alreadyThere(target: string) {
  return new Failure('taken', `已经有这个旧地址，通向 ${readable(target)}`, 'from');
}

function readable(target: string) {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

/** Key of an address that may become a redirect. @throws Failure invalid-input at `from` */
async function checkPath(trx: Trx, from: string) {
  const reason = whyNoPath(from);
  if (reason) throw new Failure('invalid-input', reason, 'from');
  const path = movedKey(from);
  const present = await findExistingAddresses(trx, [path], { onlyPublic: true });
  if (present.has(path)) throw new Failure('invalid-input', takenByPage, 'from');
  return path;
}

export const takenByPage = '本站现在就有这个页面，不能转走';
export const noSuchPage = '本站没有这个页面';

/** Returns the reason in Chinese why a text cannot be an old address, or ''. */
export function whyNoPath(from: string) {
  if (!/^(?:\/(?!\/)|https?:\/\/[^/])/i.test(from)) return '旧地址须以 / 开头，或是 http 网址';
  return movedKey(from) === '/' ? '首页不能转走；带问号的只认 ?p=12、?page_id=2、?cat=3 这样指向一页的' : '';
}

/** @throws Failure invalid-input at `to` */
async function checkTarget(trx: Trx, siteUrl: string, to: string) {
  const target = ownTarget(to, siteUrl);
  if (target === undefined) throw new Failure('invalid-input', badTarget, 'to');
  const key = localKey(target);
  if (key !== undefined && !(await findExistingAddresses(trx, [key])).has(key))
    throw new Failure('invalid-input', noSuchPage, 'to');
  return target;
}

export const badTarget = '新地址须以 / 开头，或是 http 网址';

/** Parses a target; an address of this site as its path. */
export function ownTarget(to: string, siteUrl: string) {
  const isOwn = to.startsWith(siteUrl) && /^(?:[/?#]|$)/.test(to.slice(siteUrl.length));
  return readTarget(isOwn ? to.slice(siteUrl.length) || '/' : to)?.target;
}

const refusals: Partial<Record<Remembered, [reason: string, field: 'from' | 'to']>> = {
  home: ['首页不能转走', 'from'],
  loop: ['新地址又会转回旧地址，成了一个圈', 'to'],
  'too-long': ['旧地址太长', 'from'],
  'bad-target': [badTarget, 'to'],
};

/** Reason in Chinese why a redirect was not stored, or ''. */
export function refusalOf(result: Remembered) {
  return refusals[result]?.[0] ?? '';
}

function refuseUnless(result: Remembered) {
  const [reason, field] = refusals[result] ?? [];
  if (reason !== undefined) throw new Failure('invalid-input', reason, field);
}

/** Removes redirects; restorable for a day. */
export function removeRedirects(db: Db, viewer: Viewer, ids: number[], now = Date.now()) {
  return each(ids, (id) =>
    db.transaction().execute(async (trx) => {
      const known = await queries.findRedirectRow(trx, { id });
      if (!known || !(await markMovedRemoved(trx, id, now))) throw new Failure('not-found', '已经删除了', 'id');
      await deleteMovedRemovedBefore(trx, now - restorableMs);
      const before = { from: known.path, to: known.target };
      await recordAct(trx, viewer, { act: 'redirects.remove', subject: `redirect:${id}`, before });
    }),
  );
}

/** Restores what was removed within a day, unless it would now lead in a circle. */
export function restoreRedirects(db: Db, viewer: Viewer, ids: number[]) {
  return each(ids, (id) =>
    db.transaction().execute(async (trx) => {
      const known = await queries.findRedirectRow(trx, { id });
      if (!known) throw new Failure('not-found', '删除太久，恢复不了', 'id');
      if (known.removedAt === null) throw new Failure('already-done', '已经恢复了', 'id');
      const { path, target, source } = known;
      refuseUnless(await rememberMoved(trx, path, target, source));
      await recordAct(trx, viewer, {
        act: 'redirects.restore',
        subject: `redirect:${id}`,
        after: { from: path, to: target },
      });
    }),
  );
}

/** Hides addresses that were not found, or shows them again. */
export function showOrHideMissed(db: Db, viewer: Viewer, ids: number[], act: 'hide' | 'show') {
  const isHidden = act === 'hide' ? 1 : 0;
  return each(ids, (id) =>
    db.transaction().execute(async (trx) => {
      const miss = await queries.findMiss(trx, id);
      if (!miss) throw new Failure('not-found', '已经不在了', 'id');
      if (miss.isHidden === isHidden) throw new Failure('already-done', '别人已经处理了', 'id');
      await queries.hideMiss(trx, id, isHidden);
      const from = { from: miss.path };
      await recordAct(trx, viewer, {
        act: `redirects.${act}`,
        ...(act === 'hide' ? { before: from } : { after: from }),
      });
    }),
  );
}

type Accepted = { id: number; target: string };

/** Turns addresses that were not found into redirects. */
export async function acceptMissed({ db, siteUrl }: Deps, viewer: Viewer, items: Accepted[]) {
  const targets = new Map(items.map(({ id, target }) => [id, target]));
  return each([...targets.keys()], (id) =>
    write(db, async (trx) => {
      const miss = await queries.findMiss(trx, id);
      if (!miss) throw new Failure('not-found', '已经不在了', 'id');
      const target = await checkTarget(trx, siteUrl, targets.get(id) ?? '');
      await add(trx, viewer, await checkPath(trx, miss.path), target);
    }),
  );
}
