import { Failure } from '@mojian/contract/platform/failures';
import { nextSeq } from '../../chat/messages/feed.ts';
import { rememberMoved } from '../../content/slugs/moved.ts';
import { recordAct } from '../../core/audit/audit.ts';
import { endSessions } from '../../core/sessions/sessions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { holdMember } from '../accounts/hold-member.ts';
import { requireOwner } from '../accounts/owners.ts';
import * as accounts from './accounts.queries.ts';
import * as clashes from './clashes.queries.ts';
import { mergeRooms } from './merge-rooms.ts';
import * as moves from './moves.queries.ts';
import { countMoves } from './preview.queries.ts';

type Parts = { db: Db; search: Search };
type Pair = moves.Pair;

/**
 * Makes one account of two of the same person: all that was `from`'s is `into`'s, and `from` is gone.
 * @throws Failure as holdMember, of either; not-allowed for one's own account or the last owner's.
 */
export function mergeMembers({ db, search }: Parts, viewer: Viewer, pair: Pair) {
  return db.transaction().execute(async (trx) => {
    await nextSeq(trx); // what is said moves: nobody says anything meanwhile
    const { gone, kept } = await holdBoth(trx, viewer, pair);
    const moved = Object.entries(await countMoves(trx, pair)).filter(([, count]) => count > 0);
    const after = { nickname: kept.nickname, ...Object.fromEntries(moved) };
    await endSessions(trx, pair.from);
    await moveAll(trx, search, pair);
    await becomeOne(trx, pair);
    if (gone.role === 'owner') await requireOwner(trx);
    await rememberMoved(trx, `/user/${pair.from}`, `/user/${pair.into}`);
    const before = { nickname: gone.nickname, number: pair.from };
    await recordAct(trx, viewer, { act: 'users.merge', subject: `user:${pair.into}`, before, after });
    await enqueue(trx, 'drop-pages', { tags: ['site'] }); // their name may stand on any page
  });
}

/** The same two, whoever asks first, in the same order: two at once do not wait for each other for ever. */
export async function holdBoth(trx: Trx, viewer: Viewer, { from, into }: Pair) {
  if (from === into) throw new Failure('invalid-input', '请选择两个不同的账号', 'from');
  if (from === viewer.id) throw new Failure('not-allowed', '不能把自己正在用的账号并掉，请反过来合并', 'from');
  const held = new Map<number, Awaited<ReturnType<typeof holdMember>>>();
  for (const id of [from, into].sort((one, other) => one - other)) held.set(id, await holdMember(trx, viewer, id));
  const [gone, kept] = [held.get(from), held.get(into)];
  if (!gone || !kept) throw new Failure('not-found', '用户不存在', 'from');
  return { gone, kept };
}

async function moveAll(trx: Trx, search: Search, pair: Pair) {
  const told = await clashes.listTold(trx, pair);
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
async function becomeOne(trx: Trx, { from, into }: Pair) {
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
