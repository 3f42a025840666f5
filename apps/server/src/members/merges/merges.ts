import type { MergePreview } from '@mojian/contract/members/merges';
import { Failure } from '@mojian/contract/platform/failures';
import { nextSeq } from '../../chat/messages/feed.ts';
import { pairOf } from '../../chat/rooms/rooms.ts';
import { rememberMoved } from '../../content/slugs/moved.ts';
import { recordAct } from '../../core/audit/audit.ts';
import { endSessions } from '../../core/sessions/sessions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { lockManagedMember, requireOwner } from '../accounts/staff-acts.ts';
import * as accounts from './merges.queries.ts';
import { countMoves, listWays } from './merges.queries.ts';
import type { Pair } from './moves.queries.ts';
import * as clashes from './moves.queries.ts';
import * as moves from './moves.queries.ts';
import * as queries from './moves.queries.ts';

type Deps = { db: Db; search: Search };

/**
 * Makes one account of two of the same person: all that was `from`'s is `into`'s, and `from` is gone.
 * @throws Failure as lockManagedMember, of either; not-allowed for one's own account or the last owner's.
 */
export function mergeMembers({ db, search }: Deps, viewer: Viewer, pair: Pair) {
  return db.transaction().execute(async (trx) => {
    await nextSeq(trx); // what is said moves: nobody says anything meanwhile
    const { gone, kept } = await lockBoth(trx, viewer, pair);
    const moved = Object.entries(await countMoves(trx, pair)).filter(([, count]) => count > 0);
    const after = { nickname: kept.nickname, ...Object.fromEntries(moved) };
    await endSessions(trx, pair.from);
    await moveAll(trx, search, pair);
    await mergeProfiles(trx, pair);
    if (gone.role === 'owner') await requireOwner(trx);
    await rememberMoved(trx, `/user/${pair.from}`, `/user/${pair.into}`);
    const before = { nickname: gone.nickname, number: pair.from };
    await recordAct(trx, viewer, { act: 'users.merge', subject: `user:${pair.into}`, before, after });
    await enqueue(trx, 'drop-pages', { tags: ['site'] }); // their name may stand on any page
  });
}

/** The same two, whoever asks first, in the same order: two at once do not wait for each other for ever. */
async function lockBoth(trx: Trx, viewer: Viewer, { from, into }: Pair) {
  if (from === into) throw new Failure('invalid-input', '请选择两个不同的账号', 'from');
  if (from === viewer.id) throw new Failure('not-allowed', '不能把自己正在用的账号并掉，请反过来合并', 'from');
  const held = new Map<number, Awaited<ReturnType<typeof lockManagedMember>>>();
  for (const id of [from, into].sort((one, other) => one - other))
    held.set(id, await lockManagedMember(trx, viewer, id));
  const [gone, kept] = [held.get(from), held.get(into)];
  if (!gone || !kept) throw new Failure('not-found', '用户不存在', 'from');
  return { gone, kept };
}

async function moveAll(trx: Trx, search: Search, pair: Pair) {
  const told = await clashes.listNoticesBy(trx, pair);
  await moves.dropBetween(trx, pair);
  await clashes.uncountLikes(trx, pair);
  await clashes.uncountCollects(trx, pair);
  await clashes.parseKeys(trx, pair);
  await clashes.moveUnlocks(trx, pair);
  await clashes.dropDoubleNotices(trx, pair);
  await mergeRooms(trx, search, pair);
  await moves.dropRest(trx, pair);
  await moves.moveOnce(trx, pair);
  await moves.movePlain(trx, pair);
  await clashes.recountNotices(trx, pair.into, told);
}

/** The one that stays keeps its own, and takes what it lacks; an e-mail brings its password along. */
async function mergeProfiles(trx: Trx, { from, into }: Pair) {
  const [gone, kept] = [await accounts.findAccount(trx, from), await accounts.findAccount(trx, into)];
  await accounts.deleteAccount(trx, from);
  const login = kept.email === null ? { email: gone.email, passwordHash: gone.passwordHash } : {};
  await accounts.updateAccount(trx, into, {
    ...login,
    avatar: kept.avatar || gone.avatar,
    cover: kept.cover || gone.cover,
    intro: kept.intro || gone.intro,
    website: kept.website || gone.website,
    place: kept.place || gone.place,
    createdAt: Math.min(kept.createdAt, gone.createdAt),
    seenAt: Math.max(kept.seenAt ?? 0, gone.seenAt ?? 0) || null,
  });
  await accounts.renameOnBoard(trx, into, kept.nickname);
}

/**
 * Private rooms of the one become the other's; where both talked with somebody, the two rooms become one. What the two
 * accounts said to each other goes: nobody talks with themselves.
 */
async function mergeRooms(trx: Trx, search: Search, { from, into }: Pair) {
  for (const { id, other } of await queries.listPrivate(trx, from)) {
    const pair = pairOf(into, other);
    const known = other === into ? undefined : await queries.findByPair(trx, pair);
    if (other === into) await erase(trx, search, id);
    else if (known) await moveMessages(trx, search, id, known.id);
    else await queries.renamePair(trx, id, pair);
  }
}

async function erase(trx: Trx, search: Search, roomId: number) {
  for (const { id } of await queries.listLines(trx, roomId)) await search.lines.remove(trx, id);
  await queries.deleteRoom(trx, roomId);
}

/** The index of lines knows the room of each. */
async function moveMessages(trx: Trx, search: Search, roomId: number, into: number) {
  for (const { id, text, state } of await queries.listLines(trx, roomId))
    if (state === 'shown') await search.lines.index(trx, { id, scope: into, text });
  await queries.moveMessagesInto(trx, roomId, into);
}

/** What would move, and what would be lost. @throws Failure as mergeMembers. */
export function previewMerge(db: Db, viewer: Viewer, pair: Pair): Promise<MergePreview> {
  return db.transaction().execute(async (trx) => {
    const { gone, kept } = await lockBoth(trx, viewer, pair);
    return {
      from: { id: gone.id, nickname: gone.nickname, email: gone.email ?? '', role: gone.role },
      into: { id: kept.id, nickname: kept.nickname, email: kept.email ?? '', role: kept.role },
      takesEmail: kept.email === null && gone.email !== null,
      ...(await listWays(trx, pair)),
      moves: await countMoves(trx, pair),
    };
  });
}
