import type { adminNotices } from '@mojian/contract/core/notices-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { findActorName, recordAct } from '../audit/audit.ts';
import * as queries from './broadcast.queries.ts';
import { notifyAll } from './notify-all.ts';

export const sendBroadcastEffect = 'send-broadcast';

/** Milliseconds in which it may be undone. */
const undoWithin = 30_000;
/** A transaction holds the whole site up on SQLite: this many take some ten milliseconds. */
const atOnce = 100;

type Draft = Input<typeof adminNotices.send>['body'];
type Step = { id: number; after: number };

/**
 * Keeps a system notice to all, to those of a role or to one, which goes out in half a minute.
 * @throws Failure not-found for a member who is not there.
 */
export function broadcast(db: Db, viewer: Viewer, draft: Draft) {
  return db.transaction().execute(async (trx) => {
    const { userId } = draft;
    if (userId !== null && !(await queries.findMember(trx, { id: userId })))
      throw new Failure('not-found', '没有这个用户', 'userId');
    const createdAt = Date.now();
    const dueAt = createdAt + undoWithin;
    const times = { createdAt, dueAt, state: 'waiting' as const };
    const actor = await findActorName(trx, viewer);
    const id = await queries.insertBroadcast(trx, { ...draft, ...times, actorId: viewer.id, actor });
    await enqueue(trx, sendBroadcastEffect, { id, after: 0 } satisfies Step, dueAt);
    await recordAct(trx, viewer, { act: 'notices.send', subject: `broadcast:${id}`, after: draft });
    return { id, dueAt: isoTime(dueAt) };
  });
}

/** @throws Failure already-done for one that is on its way or was undone. */
export async function undoBroadcast(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    if (!(await queries.markUndone(trx, id))) throw new Failure('already-done', '已经发出，或已经撤回');
    await recordAct(trx, viewer, { act: 'notices.undo', subject: `broadcast:${id}` });
  });
}

/** Tells some of those it is for, and leaves word to go on with the next. Whoever was told is not told again. */
export function sendBroadcast(db: Db, step: Step) {
  return db.transaction().execute((trx) => send(trx, step));
}

async function send(trx: Trx, { id, after }: Step) {
  const draft = await queries.beginSending(trx, id);
  if (!draft) return;
  const { userId, role, title, text, link } = draft;
  const members = userId === null ? await queries.listMemberIds(trx, { role, after, limit: atOnce }) : [userId];
  const kind = noticeKinds.system;
  const told = await notifyAll(trx, members, { kind, subject: `broadcast:${id}`, actorId: null, title, text, link });
  const last = userId === null ? members[atOnce - 1] : undefined;
  await queries.countTold(trx, id, { by: told, isLast: last === undefined });
  if (last !== undefined) await enqueue(trx, sendBroadcastEffect, { id, after: last } satisfies Step);
}
