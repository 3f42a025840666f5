import type { adminNotices, BroadcastRow } from '@mojian/contract/core/notices';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { PageQuery } from '@mojian/contract/platform/fields';
import type { Role } from '@mojian/contract/platform/permissions';
import { noticeKinds } from '@mojian/contract/platform/rules';
import type { Insertable } from 'kysely';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { concealed, isDemo, type Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { findActorName, recordAct } from '../audit/audit.ts';
import { notifyAll } from './notify-many.ts';

export const sendBroadcastEffect = 'send-broadcast';

/** Milliseconds in which it can be undone. */
const undoWithin = 30_000;
/** Members per transaction, which blocks SQLite's other writes for some ten milliseconds. */
const atOnce = 100;

type Draft = Input<typeof adminNotices.send>['body'];
type Step = { id: number; after: number };

/**
 * Stores a system notice to all, to a role or to one member, sent in half a minute.
 * @throws Failure not-found for an unknown member
 */
export function broadcast(db: Db, viewer: Viewer, draft: Draft) {
  return db.transaction().execute(async (trx) => {
    const { userId } = draft;
    if (userId !== null && !(await findMember(trx, { id: userId })))
      throw new Failure('not-found', '没有这个用户', 'userId');
    const createdAt = Date.now();
    const dueAt = createdAt + undoWithin;
    const times = { createdAt, dueAt, state: 'waiting' as const };
    const actor = await findActorName(trx, viewer);
    const id = await insertBroadcast(trx, { ...draft, ...times, actorId: viewer.id, actor });
    await enqueue(trx, sendBroadcastEffect, { id, after: 0 } satisfies Step, dueAt);
    await recordAct(trx, viewer, { act: 'notices.send', subject: `broadcast:${id}`, after: draft });
    return { id, dueAt: isoTime(dueAt) };
  });
}

/** @throws Failure already-done for one that is being sent or was undone */
export async function undoBroadcast(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    if (!(await markUndone(trx, id))) throw new Failure('already-done', '已经发出，或已经撤回');
    await recordAct(trx, viewer, { act: 'notices.undo', subject: `broadcast:${id}` });
  });
}

/** Notifies one batch and queues the next. Members already notified are skipped. */
export function sendBroadcast(db: Db, step: Step) {
  return db.transaction().execute((trx) => send(trx, step));
}

async function send(trx: Trx, { id, after }: Step) {
  const draft = await beginSending(trx, id);
  if (!draft) return;
  const { userId, role, title, text, link } = draft;
  const members = userId === null ? await listMemberIds(trx, { role, after, limit: atOnce }) : [userId];
  const kind = noticeKinds.system;
  const sent = await notifyAll(trx, members, { kind, subject: `broadcast:${id}`, actorId: null, title, text, link });
  const last = userId === null ? members[atOnce - 1] : undefined;
  await countSent(trx, id, { by: sent, isLast: last === undefined });
  if (last !== undefined) await enqueue(trx, sendBroadcastEffect, { id, after: last } satisfies Step);
}

/** Selects members with an open account, of a role, or of all for ''. */
const members = (db: Db | Trx, role: Role | '' = '') =>
  db
    .selectFrom('users')
    .where('closesAt', 'is', null)
    .where('isGuest', '=', 0)
    .$if(role !== '', (all) => all.where('role', '=', role as Role));

function selectBroadcasts(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('broadcasts')
    .leftJoin('users', 'users.id', 'broadcasts.userId')
    .selectAll('broadcasts')
    .select('users.nickname')
    .orderBy('broadcasts.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

async function countBroadcasts(db: Db) {
  const { total } = await db
    .selectFrom('broadcasts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function countMembers(db: Db, role: Role | '') {
  const { total } = await members(db, role)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function findMember(db: Db | Trx, who: { id: number } | { nickname: string }) {
  return members(db)
    .select(['id', 'nickname'])
    .$if('id' in who, (all) => all.where('id', '=', 'id' in who ? who.id : 0))
    .$if('nickname' in who, (all) => all.where('nickname', '=', 'nickname' in who ? who.nickname : ''))
    .executeTakeFirst();
}

type Some = { role: Role | ''; after: number; limit: number };

async function listMemberIds(trx: Trx, { role, after, limit }: Some) {
  const rows = await members(trx, role).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

async function insertBroadcast(trx: Trx, broadcast: Insertable<Schema['broadcasts']>) {
  const { id } = await trx.insertInto('broadcasts').values(broadcast).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Claims a broadcast for sending, after which it cannot be undone; undefined when undone or sent. */
function beginSending(trx: Trx, id: number) {
  return trx
    .updateTable('broadcasts')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .returningAll()
    .executeTakeFirst();
}

async function countSent(trx: Trx, id: number, { by, isLast }: { by: number; isLast: boolean }) {
  await trx
    .updateTable('broadcasts')
    .set((row) => ({ told: row('told', '+', by), ...(isLast && { state: 'sent' as const }) }))
    .where('id', '=', id)
    .execute();
}

/** False for one that is no longer waiting. */
async function markUndone(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('broadcasts')
    .set({ state: 'undone' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

type Row = Awaited<ReturnType<typeof selectBroadcasts>>[number];

export async function listBroadcasts(db: Db, viewer: Viewer, page: PageQuery) {
  const [rows, total] = await Promise.all([selectBroadcasts(db, sliceOf(page)), countBroadcasts(db)]);
  const shown = rows.map(present);
  if (!isDemo(viewer)) return inPages(shown, total, page);
  const seen = shown.map((row) => (row.to === null ? row : { ...row, title: concealed, text: concealed, link: '' }));
  return inPages(seen, total, page);
}

/**
 * Recipients of a notice: the member of this name, or the number of members of a role, or of all.
 * @throws Failure not-found for an unknown name
 */
export async function showAudience(db: Db, { nickname, role }: { nickname: string; role: Role | '' }) {
  if (nickname === '') return { count: await countMembers(db, role), to: null };
  const to = await findMember(db, { nickname });
  if (!to) throw new Failure('not-found', '没有叫这个名字的用户', 'nickname');
  return { count: 1, to };
}

function present({ userId, nickname, dueAt, createdAt, ...row }: Row): BroadcastRow {
  return {
    ...row,
    to: userId === null ? null : { id: userId, nickname: nickname ?? '' },
    dueAt: isoTime(dueAt),
    createdAt: isoTime(createdAt),
  };
}
