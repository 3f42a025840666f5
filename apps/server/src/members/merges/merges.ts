import type { MergePreview } from '@mojian/contract/members/merges';
import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { chinaDay } from '@mojian/contract/platform/time';
import { renameOnBoard } from '../../community/board/board.ts';
import { isFree } from '../../content/articles/articles.table.ts';
import { countTwinSeries, renameTwinSeries } from '../../content/series/change-author.ts';
import { rememberMoved } from '../../content/slugs/moved.ts';
import { recordAct } from '../../core/audit/audit.ts';
import { isAbove } from '../../core/identity/roles.ts';
import { notify } from '../../core/notices/notify.ts';
import { readFileUses } from '../../core/uploads/public-files.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Merge, Tables } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { accountMergedMail, remainingAccountMail } from '../accounts/account-mails.ts';
import { beginClosing, deleteUnpublished } from '../accounts/close-account.ts';
import { lockManagedPerson } from '../accounts/staff-acts.ts';
import { countFans } from '../follows/follows.table.ts';
import * as queries from './moves.queries.ts';

type Deps = { db: Db; tables: Tables };

/** The public texts of `from` become `into`'s. */
export type Pair = { from: number; into: number };

/**
 * Gives the public texts of `from` to `into` and closes `from`, which takes what nobody else may read along: chats,
 * drafts, private and locked texts, collections, ways to log in. Its member may reopen it for two weeks. A guest has no
 * account; everything of theirs moves.
 * @throws Failure as `lockManagedPerson`, of either; not-allowed for accounts of the viewer's own rank or above, other than
 * one's own as `into`, for a closed one, and for a guest's unpublished texts unless the owner merges.
 */
export async function mergeMembers({ db, tables }: Deps, viewer: Viewer, pair: Pair) {
  await readFileUses(db);
  await db.transaction().execute(async (trx) => {
    const { gone, target } = await lockBoth(trx, tables, viewer, pair);
    const moves = await countMoves(trx, tables, { ...pair, isGuest: gone.isGuest === 1 });
    const moved = Object.entries(moves).filter(([, count]) => count > 0);
    const after = { nickname: target.nickname, ...Object.fromEntries(moved) };
    if (gone.isGuest) await mergeGuest(trx, tables, pair);
    else await mergeAccount(trx, tables, { gone, target });
    const before = { nickname: gone.nickname, number: pair.from };
    await recordAct(trx, viewer, { act: 'users.merge', subject: `user:${pair.into}`, before, after });
    await enqueue(trx, 'drop-pages', { tags: ['site'] }); // the name may be on any page
  });
}

/** Gives a guest's texts to a member, in the caller's transaction, and deletes the guest. */
export async function mergeGuest(trx: Trx, tables: Tables, pair: Pair) {
  await lockForRemoval(trx, 'users', [pair.from]);
  await renameTwinSeries(trx, pair);
  await queries.moveTexts(trx, tables, { ...pair, isGuest: true });
  await queries.deleteGuest(trx, pair.from);
  await redirect(trx, pair);
}

type Both = Awaited<ReturnType<typeof lockBoth>>;

/** Unpublished versions of the articles that move are deleted, and their share links with them. */
async function mergeAccount(trx: Trx, tables: Tables, { gone, target }: Both) {
  const pair = { from: gone.id, into: target.id };
  await renameTwinSeries(trx, pair);
  await deleteUnpublished(trx, gone.id, isFree);
  await queries.moveTexts(trx, tables, { ...pair, isGuest: false });
  await queries.leaveForeignSeries(trx, gone.id);
  await redirect(trx, pair);
  const closesAt = await beginClosing(trx, gone, 'keep');
  await tellBoth(trx, { gone, target }, closesAt);
}

async function redirect(trx: Trx, { from, into }: Pair) {
  const { nickname } = await trx
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', into)
    .executeTakeFirstOrThrow();
  await renameOnBoard(trx, into, nickname);
  await rememberMoved(trx, `/user/${from}`, `/user/${into}`, 'renamed');
}

/** Tells both members, who may not be one person after all. */
async function tellBoth(trx: Trx, { gone, target }: Both, closesAt: number) {
  const about = { kind: noticeKinds.system, actorId: null, subject: 'merge', link: '' } as const;
  const day = chinaDay(closesAt);
  await notify(trx, {
    ...about,
    userId: gone.id,
    title: '你的账号并入了另一个账号',
    text: `你公开写过的归到了 ${target.nickname} 名下；没有公开的都还在这里，只有你看得到。这个账号将在 ${day} 注销，在那之前登录过就不会注销。`,
  });
  await notify(trx, {
    ...about,
    userId: target.id,
    title: '另一个账号并入了你的账号',
    text: `${gone.nickname} 公开写过的归到了你名下。如果那不是你的账号，请联系站长。`,
  });
  if (gone.email) await enqueueMail(trx, accountMergedMail(gone.email, gone.nickname, target.nickname, closesAt));
  if (target.email) await enqueueMail(trx, remainingAccountMail(target.email, target.nickname, gone.nickname));
}

/** Locks both in order of their ids, so that two concurrent merges do not deadlock. */
async function lockBoth(trx: Trx, tables: Tables, viewer: Viewer, { from, into }: Pair) {
  if (from === into) throw new Failure('invalid-input', '请选择两个不同的账号', 'from');
  if (from === viewer.id) throw new Failure('not-allowed', '不能把自己正在用的账号并掉，请反过来合并', 'from');
  const held = new Map<number, Awaited<ReturnType<typeof lockManagedPerson>>>();
  for (const id of [from, into].sort((one, other) => one - other))
    held.set(id, await lockManagedPerson(trx, viewer, id));
  const [gone, target] = [held.get(from), held.get(into)];
  if (!gone || !target) throw new Failure('not-found', '用户不存在', 'from');
  if (target.isGuest) throw new Failure('not-allowed', '留下的须是有账号的用户，不能是访客', 'into');
  requireBelow(viewer, gone, 'from');
  if (into !== viewer.id) requireBelow(viewer, target, 'into');
  if (gone.isGuest && viewer.role !== 'owner' && (await queries.countHidden(trx, tables, from)) > 0)
    throw new Failure('not-allowed', '这位访客还有没公开的文字，只有站长能合并', 'from');
  return { gone, target };
}

function requireBelow(viewer: Viewer, { role, closesAt }: Both['gone'], field: 'from' | 'into') {
  if (!isAbove(viewer.role, role)) throw new Failure('not-allowed', '只能合并级别比你低的账号', field);
  if (closesAt !== null) throw new Failure('not-allowed', '这个账号正在注销，不能合并', field);
}

/** Counts what a merge would move. @throws Failure as `mergeMembers`. */
export function previewMerge({ db, tables }: Deps, viewer: Viewer, pair: Pair): Promise<MergePreview> {
  return db.transaction().execute(async (trx) => {
    const { gone, target } = await lockBoth(trx, tables, viewer, pair);
    return {
      from: { id: gone.id, nickname: gone.nickname, email: gone.email ?? '', role: gone.role },
      into: { id: target.id, nickname: target.nickname, email: target.email ?? '', role: target.role },
      moves: await countMoves(trx, tables, { ...pair, isGuest: gone.isGuest === 1 }),
    };
  });
}

/** Counts what a merge moves, and the series that it renames. */
async function countMoves(trx: Trx, tables: Tables, merge: Merge) {
  const texts = await queries.countTexts(trx, tables, merge);
  const fans = await countFans(trx, merge);
  return { ...texts, fans, renamed: await countTwinSeries(trx, merge) };
}
