import type { MergePreview } from '@mojian/contract/members/merges';
import { Failure } from '@mojian/contract/platform/failures';
import { nextSeq } from '../../chat/messages/feed.ts';
import { pairOf } from '../../chat/rooms/rooms.ts';
import { renameOnBoard } from '../../community/board/board.ts';
import { rememberMoved } from '../../content/slugs/moved.ts';
import { recordAct } from '../../core/audit/audit.ts';
import { endSessions } from '../../core/sessions/sessions.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { lockManagedPerson, requireOwner } from '../accounts/staff-acts.ts';
import * as queries from './moves.queries.ts';

type Deps = { db: Db; search: Search };

/**
 * Merges `from` into `into` and deletes `from`.
 * @throws Failure as lockManagedMember, of either; not-allowed for one's own account or the last owner's.
 */
export function mergeMembers({ db, search }: Deps, viewer: Viewer, pair: queries.Pair) {
  return db.transaction().execute(async (trx) => {
    await nextSeq(trx); // messages move: the lock keeps new ones out
    const { gone, target } = await lockBoth(trx, viewer, pair);
    const moved = Object.entries(await queries.countMoves(trx, pair)).filter(([, count]) => count > 0);
    const after = { nickname: target.nickname, ...Object.fromEntries(moved) };
    await endSessions(trx, pair.from);
    await moveAll(trx, search, pair);
    await mergeProfiles(trx, pair);
    if (gone.role === 'owner') await requireOwner(trx);
    await rememberMoved(trx, `/user/${pair.from}`, `/user/${pair.into}`, 'renamed');
    const before = { nickname: gone.nickname, number: pair.from };
    await recordAct(trx, viewer, { act: 'users.merge', subject: `user:${pair.into}`, before, after });
    await enqueue(trx, 'drop-pages', { tags: ['site'] }); // the name may be on any page
  });
}

/** Gives a guest's texts to a member, in the caller's transaction, and deletes the guest. */
export async function mergeGuest(trx: Trx, search: Search, pair: queries.Pair) {
  await lockForRemoval(trx, 'users', [pair.from]);
  await moveAll(trx, search, pair);
  await mergeProfiles(trx, pair);
  await rememberMoved(trx, `/user/${pair.from}`, `/user/${pair.into}`, 'renamed');
}

/** Locks both in order of their ids, so that two concurrent merges do not deadlock. */
async function lockBoth(trx: Trx, viewer: Viewer, { from, into }: queries.Pair) {
  if (from === into) throw new Failure('invalid-input', '请选择两个不同的账号', 'from');
  if (from === viewer.id) throw new Failure('not-allowed', '不能把自己正在用的账号并掉，请反过来合并', 'from');
  const held = new Map<number, Awaited<ReturnType<typeof lockManagedPerson>>>();
  for (const id of [from, into].sort((one, other) => one - other))
    held.set(id, await lockManagedPerson(trx, viewer, id));
  const [gone, target] = [held.get(from), held.get(into)];
  if (!gone || !target) throw new Failure('not-found', '用户不存在', 'from');
  if (target.isGuest) throw new Failure('not-allowed', '留下的须是有账号的用户，不能是访客', 'into');
  return { gone, target };
}

async function moveAll(trx: Trx, search: Search, pair: queries.Pair) {
  const noticeIds = await queries.listNoticesBy(trx, pair);
  await queries.dropBetween(trx, pair);
  await queries.uncountLikes(trx, pair);
  await queries.uncountCollects(trx, pair);
  await queries.parseKeys(trx, pair);
  await queries.moveUnlocks(trx, pair);
  await queries.dropDoubleNotices(trx, pair);
  await mergeRooms(trx, search, pair);
  await queries.dropRest(trx, pair);
  await queries.moveOnce(trx, pair);
  await queries.movePlain(trx, pair);
  await queries.recountNotices(trx, pair.into, noticeIds);
}

/** Keeps `into`'s fields and fills its empty ones from `from`; an e-mail brings its password along. */
async function mergeProfiles(trx: Trx, { from, into }: queries.Pair) {
  const [gone, target] = [await queries.findMergedProfile(trx, from), await queries.findMergedProfile(trx, into)];
  await queries.deleteAccount(trx, from);
  const login =
    target.email === null && gone.email !== null ? { email: gone.email, passwordHash: gone.passwordHash } : {};
  await queries.updateAccount(trx, into, {
    ...login,
    avatar: target.avatar || gone.avatar,
    cover: target.cover || gone.cover,
    intro: target.intro || gone.intro,
    website: target.website || gone.website,
    place: target.place || gone.place,
    createdAt: gone.isGuest ? target.createdAt : Math.min(target.createdAt, gone.createdAt),
    seenAt: Math.max(target.seenAt ?? 0, gone.seenAt ?? 0) || null,
  });
  await renameOnBoard(trx, into, target.nickname);
}

/**
 * Moves private rooms, joining two rooms with the same peer. The room of the two accounts themselves is deleted.
 */
async function mergeRooms(trx: Trx, search: Search, { from, into }: queries.Pair) {
  for (const { id, other } of await queries.listPrivate(trx, from)) {
    const pair = pairOf(into, other);
    const known = other === into ? undefined : await queries.findRoomOfPair(trx, pair);
    if (other === into) await erase(trx, search, id);
    else if (known) await moveMessages(trx, search, id, known.id);
    else await queries.renamePair(trx, id, pair);
  }
}

async function erase(trx: Trx, search: Search, roomId: number) {
  for (const { id } of await queries.listRoomLines(trx, roomId)) await search.lines.remove(trx, id);
  await queries.deleteMergedRoom(trx, roomId);
}

/** Reindexes moved messages: the index stores the room of each. */
async function moveMessages(trx: Trx, search: Search, roomId: number, into: number) {
  for (const { id, text, state } of await queries.listRoomLines(trx, roomId))
    if (state === 'shown') await search.lines.index(trx, { id, scope: into, text });
  await queries.moveMessagesInto(trx, roomId, into);
}

/** Counts what a merge would move and lose. @throws Failure as mergeMembers. */
export function previewMerge(db: Db, viewer: Viewer, pair: queries.Pair): Promise<MergePreview> {
  return db.transaction().execute(async (trx) => {
    const { gone, target } = await lockBoth(trx, viewer, pair);
    return {
      from: { id: gone.id, nickname: gone.nickname, email: gone.email ?? '', role: gone.role },
      into: { id: target.id, nickname: target.nickname, email: target.email ?? '', role: target.role },
      takesEmail: target.email === null && gone.email !== null,
      ...(await queries.listWays(trx, pair)),
      moves: await queries.countMoves(trx, pair),
    };
  });
}
