import type { adminMembers, MemberDetail } from '@mojian/contract/members/members-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { trashDays } from '@mojian/contract/platform/rules';
import { dayLength, hourLength } from '@mojian/contract/platform/time';
import {
  dropEmptied,
  type EmptiedMessage,
  putMessageBack,
  takeMessageDown,
} from '../../chat/messages/moderate-messages.ts';
import { eraseMessage } from '../../community/board/board.ts';
import { boardWriting } from '../../community/board/moderate-board.ts';
import { eraseComment, putCommentBack, takeCommentDown } from '../../community/comments/moderate-comments.ts';
import { eraseForeignSay, sayWriting } from '../../community/says/moderate-says.ts';
import { moveToTrash } from '../../content/articles/remove-article.ts';
import { publishAgain } from '../../content/drafts/admin-acts.ts';
import { type PublishDeps, takeArticleDown } from '../../content/drafts/publish.ts';
import { recordAct } from '../../core/audit/audit.ts';
import { putBack, takeDown, type Was } from '../../core/moderation/moderated-writing.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { lockManagedPerson } from '../accounts/staff-acts.ts';
import * as queries from './taken-down.queries.ts';
import { countTaken, type Kind } from './taken-down.queries.ts';

type Deps = PublishDeps;
type Body = Input<typeof adminMembers.takeDown>['body'];
type Act = number | undefined;
type GuestsBody = Input<typeof adminMembers.takeGuestsDown>['body'];

/** Writings per call: a caller repeats it until none is left. */
const atOnce = 100;

/** Acts of taking down, putting back and deleting for one kind of writing. `was`: value that `take` returned. */
type Ways = {
  /** Returns what putting back needs; undefined when there is nothing to take. */
  take: (trx: Trx, search: Search, id: number) => Promise<unknown>;
  /** Runs `also` in its transaction. */
  put: (deps: Deps, id: number, was: never, also: (trx: Trx) => Promise<void>) => Promise<unknown>;
  erase: (trx: Trx, search: Search, id: number, was: never) => Promise<unknown>;
};

const ways: Record<Kind, Ways> = {
  article: {
    take: (trx, search, id) => takeArticleDown(trx, search, id),
    // a scheduled one is a draft now: its time may be past
    put: (deps, id, was: string, also) =>
      was === 'published' ? publishAgain(deps, id, also) : deps.db.transaction().execute(also),
    erase: async (trx, search, id) => moveToTrash(trx, search, { id, by: null }).catch(ignoreMissing),
  },
  comment: {
    take: (trx, _, id) => takeCommentDown(trx, id),
    put: inTransaction((trx, _, id) => putCommentBack(trx, id)),
    erase: (trx, _, id) => eraseComment(trx, id),
  },
  say: {
    take: (trx, _, id) => takeDown(trx, sayWriting, id),
    put: inTransaction((trx, _, id, was: Was) => putBack(trx, sayWriting, id, was)),
    erase: (trx, _, id) => eraseForeignSay(trx, id),
  },
  board: {
    take: (trx, _, id) => takeDown(trx, boardWriting, id),
    put: inTransaction((trx, _, id, was: Was) => putBack(trx, boardWriting, id, was)),
    erase: (trx, _, id) => eraseMessage(trx, id),
  },
  chat: {
    take: (trx, search, id) => takeMessageDown(trx, search, id),
    put: inTransaction((trx, search, id, was: EmptiedMessage) => putMessageBack(trx, search, id, was)),
    erase: (trx, _, id, was: EmptiedMessage) => dropEmptied(trx, id, was),
  },
};

function inTransaction<Kept>(put: (trx: Trx, search: Search, id: number, was: Kept) => Promise<unknown>): Ways['put'] {
  return ({ db, search }, id, was: Kept, also) =>
    db.transaction().execute(async (trx) => {
      await also(trx);
      await put(trx, search, id, was);
    });
}

function ignoreMissing(error: unknown) {
  if (!(error instanceof Failure) || error.id !== 'not-found') throw error;
}

/**
 * Hides everything a member wrote that others see, a hundred writings a call; each stays until it is put back or, with
 * `purge`, thirty days. Drafts, private rooms and what the author removed are not touched.
 * @throws Failure as `lockManagedPerson`; not-allowed for oneself
 */
export async function takeWritingsDown({ db, search }: Deps, viewer: Viewer, { id: userId, purge, act }: Body) {
  if (userId === viewer.id) throw new Failure('not-allowed', '不能收起自己的内容', 'id');
  const takenAt = timeOf(act);
  const purgeAt = purge ? takenAt + trashDays * dayLength : null;
  const written = await queries.listWritten(db, userId, atOnce + 1);
  await db.transaction().execute(async (trx) => {
    await lockManagedPerson(trx, viewer, userId);
    await queries.setPurge(trx, userId, purgeAt);
    const after = { count: Math.min(written.length, atOnce), purge };
    await recordAct(trx, viewer, { act: 'users.take-down', subject: `user:${userId}`, after });
  });
  const some = written.slice(0, atOnce).map((one) => ({ ...one, userId }));
  const done = await takeEach({ db, search }, some, { takenAt, purgeAt });
  return { done, isMore: written.length > atOnce, act: takenAt };
}

/** Time under which a writing is taken down: that of the act this call goes on with. */
function timeOf(act: number | undefined) {
  const now = Date.now();
  return act !== undefined && act <= now && act > now - hourLength ? act : now;
}

type Times = { takenAt: number; purgeAt: number | null };

/** Takes each down in a transaction of its own; returns how many there were to take. */
async function takeEach(
  { db, search }: Pick<Deps, 'db' | 'search'>,
  written: (queries.Written & { userId: number })[],
  times: Times,
) {
  let done = 0;
  for (const { userId, kind, rowId } of written)
    await db.transaction().execute(async (trx) => {
      const was = await ways[kind].take(trx, search, rowId);
      if (was === undefined || was === false) return;
      await queries.insertTaken(trx, { userId, kind, rowId, was: JSON.stringify(was), ...times });
      done += 1;
    });
  return done;
}

/**
 * Puts back what `takeWritingsDown` hid, by one `act` if it is given, a hundred writings a call; what was decided about
 * since stays as it is.
 * @throws Failure as `lockManagedPerson`
 */
export async function putWritingsBack(deps: Deps, viewer: Viewer, { id: userId, act }: { id: number; act?: Act }) {
  const { db } = deps;
  const taken = await queries.listTaken(db, { userId, act }, atOnce + 1);
  await db.transaction().execute(async (trx) => {
    await lockManagedPerson(trx, viewer, userId);
    if (act !== undefined) await queries.setPurge(trx, userId, null); // the act set it for what was hidden before, too
    const after = { count: Math.min(taken.length, atOnce) };
    await recordAct(trx, viewer, { act: 'users.put-back', subject: `user:${userId}`, after });
  });
  await putEach(deps, taken.slice(0, atOnce));
  return { done: Math.min(taken.length, atOnce), isMore: taken.length > atOnce };
}

async function putEach(deps: Deps, taken: Awaited<ReturnType<typeof queries.listTaken>>) {
  for (const { id, kind, rowId, was } of taken)
    await ways[kind].put(deps, rowId, JSON.parse(was) as never, async (trx) => {
      await queries.deleteTaken(trx, id);
    });
}

/**
 * Hides the comments that guests wrote here in these hours, those of one network with `commentId`, a hundred a call; each
 * may be put back like those of one writer, also from its guest's page.
 * @throws Failure not-found for a comment whose network is not known
 */
export async function takeGuestsDown(
  { db, search }: Deps,
  viewer: Viewer,
  { hours, commentId, purge, act }: GuestsBody,
) {
  const takenAt = timeOf(act);
  const network = commentId === undefined ? undefined : await queries.findNetwork(db, commentId);
  if (network === '') throw new Failure('not-found', '不知道这一条从哪个网段来', 'commentId');
  const since = Date.now() - hours * hourLength;
  const written = await queries.listByGuests(db, { since, network }, atOnce + 1);
  const after = { count: Math.min(written.length, atOnce), hours, purge, ...(network && { network }) };
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'guests.take-down', after }));
  const purgeAt = purge ? takenAt + trashDays * dayLength : null;
  const some = written.slice(0, atOnce).map((one) => ({ ...one, kind: 'comment' as const }));
  const done = await takeEach({ db, search }, some, { takenAt, purgeAt });
  return { done, isMore: written.length > atOnce, act: takenAt };
}

/** Puts back the guests' comments that were hidden in these hours, or by one `act`, a hundred a call. */
export async function putGuestsBack(deps: Deps, viewer: Viewer, { hours, act }: { hours: number; act?: Act }) {
  const { db } = deps;
  const taken = await queries.listTakenOfGuests(db, { since: Date.now() - hours * hourLength, act }, atOnce + 1);
  const after = { count: Math.min(taken.length, atOnce), hours };
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'guests.put-back', after }));
  await putEach(deps, taken.slice(0, atOnce));
  return { done: Math.min(taken.length, atOnce), isMore: taken.length > atOnce };
}

/** Deletes what was taken down to be deleted thirty days ago; articles go to the trash. */
export async function purgeTakenDown({ db, search }: { db: Db; search: Search }, stopping?: AbortSignal) {
  const due = await queries.listDue(db, Date.now(), atOnce);
  for (const { id } of due) {
    if (stopping?.aborted) return;
    await db.transaction().execute(async (trx) => {
      const row = await queries.deleteTaken(trx, id);
      if (row) await ways[row.kind].erase(trx, search, row.rowId, JSON.parse(row.was) as never);
    });
  }
}

/** Counts what is taken down of a member, for their page; null for nothing. */
export async function showTakenDown(db: Db, userId: number): Promise<MemberDetail['takenDown']> {
  const { count, purgeAt } = await countTaken(db, userId);
  return count === 0 ? null : { count, purgeAt: purgeAt === null ? null : isoTime(purgeAt) };
}
