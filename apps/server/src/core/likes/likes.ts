import { type Seal, seals } from '@mojian/contract/platform/rules';
import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type Kind = 'article' | 'say' | 'comment';
type Like = { kind: Kind; targetId: number; userId: number; seal?: Seal; createdAt?: number };

/**
 * Likes, unlikes, or toggles without `wanted`. `change` belongs on the counter in the same transaction, so that counter
 * and rows stay equal under concurrent clicks.
 */
export async function setLike(trx: Trx, like: Like, wanted?: boolean): Promise<{ liked: boolean; change: -1 | 0 | 1 }> {
  if (wanted !== false) {
    if (await insertLike(trx, { createdAt: Date.now(), ...like })) return { liked: true, change: 1 };
    if (wanted) return { liked: true, change: 0 };
  }
  return { liked: false, change: (await deleteLike(trx, like)) ? -1 : 0 };
}

/** Filters targets to those the member likes. */
export async function likedOf(db: Db, kind: Kind, targetIds: number[], userId: number | undefined) {
  if (userId === undefined || targetIds.length === 0) return new Set<number>();
  return new Set(await listLiked(db, kind, targetIds, userId));
}

/** Seals with which the member stamped each target. */
export async function stampedBy(db: Db, kind: Kind, targetIds: number[], userId: number | undefined) {
  if (userId === undefined || targetIds.length === 0) return new Map<number, Seal[]>();
  const byTarget = Map.groupBy(await listStamped(db, kind, targetIds, userId), ({ targetId }) => targetId);
  return new Map(Array.from(byTarget, ([id, own]) => [id, own.map(({ seal }) => seal)]));
}

/** Whether the member has stamped a target, with whichever seal. */
export async function hasStamped(trx: Trx, { kind, targetId, userId }: Like) {
  return (await listStamped(trx, kind, [targetId], userId)).length > 0;
}

type Stamper = { id: number; nickname: string; avatar: string };

/** Newest members who stamped each target, each once, in one query that reads at most `most` of each seal. */
export async function stampersOf(db: Db, kind: Kind, targetIds: number[], most: number) {
  if (targetIds.length === 0) return new Map<number, Stamper[]>();
  const byTarget = Map.groupBy(
    await listStampers(db, kind, targetIds, most * seals.length),
    ({ targetId }) => targetId,
  );
  return new Map(Array.from(byTarget, ([id, own]) => [id, distinct(own).slice(0, most)]));
}

function distinct(rows: Stamper[]) {
  return [...new Map(rows.map(({ id, nickname, avatar }) => [id, { id, nickname, avatar }])).values()];
}

/** Deletes the likes of erased targets. */
export function forgetLikes(trx: Trx, kind: Kind, targetIds: number[]) {
  return deleteLikesOf(trx, kind, targetIds);
}

type LikeRow = Insertable<Schema['likes']>;

/** False when it existed already, so that only one of two concurrent inserts counts. */
async function insertLike(trx: Trx, like: LikeRow) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('likes')
    .values(like)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

async function deleteLike(trx: Trx, { kind, targetId, userId, seal = 'like' }: Omit<LikeRow, 'createdAt'>) {
  const { numDeletedRows } = await trx
    .deleteFrom('likes')
    .where('kind', '=', kind)
    .where('targetId', '=', targetId)
    .where('userId', '=', userId)
    .where('seal', '=', seal)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

async function listLiked(db: Db, kind: LikeRow['kind'], targetIds: number[], userId: number) {
  const rows = await db
    .selectFrom('likes')
    .select('targetId')
    .where('kind', '=', kind)
    .where('targetId', 'in', targetIds)
    .where('userId', '=', userId)
    .execute();
  return rows.map(({ targetId }) => targetId);
}

function listStamped(db: Db, kind: LikeRow['kind'], targetIds: number[], userId: number) {
  return db
    .selectFrom('likes')
    .select(['targetId', 'seal'])
    .where('kind', '=', kind)
    .where('targetId', 'in', targetIds)
    .where('userId', '=', userId)
    .execute();
}

/** The newest `most` seals of each target with who stamped them, each read from the end of its part of the index. */
function listStampers(db: Db, kind: LikeRow['kind'], targetIds: number[], most: number) {
  const newestOf = (targetId: number) =>
    db.selectFrom(
      db
        .selectFrom('likes')
        .select(['targetId', 'userId', 'createdAt'])
        .where('kind', '=', kind)
        .where('targetId', '=', targetId)
        .orderBy('createdAt', 'desc')
        .limit(most)
        .as('newest'),
    );
  const [first = 0, ...others] = targetIds;
  const newest = others.reduce(
    (all, targetId) => all.unionAll(newestOf(targetId).selectAll()),
    newestOf(first).selectAll(),
  );
  return db
    .selectFrom(newest.as('stamps'))
    .innerJoin('users', 'users.id', 'stamps.userId')
    .select(['stamps.targetId', 'users.id', 'users.nickname', 'users.avatar'])
    .orderBy('stamps.targetId')
    .orderBy('stamps.createdAt', 'desc')
    .orderBy('users.id', 'desc')
    .execute();
}

/** Ids per statement. */
const atOnce = 500;

async function deleteLikesOf(trx: Trx, kind: LikeRow['kind'], targetIds: number[]) {
  for (let from = 0; from < targetIds.length; from += atOnce) {
    const some = targetIds.slice(from, from + atOnce);
    await trx.deleteFrom('likes').where('kind', '=', kind).where('targetId', 'in', some).execute();
  }
}
