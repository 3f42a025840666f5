import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './likes.queries.ts';

type Kind = 'article' | 'say' | 'comment';
type Like = { kind: Kind; targetId: number; userId: number };

/**
 * Likes, stops liking, or, without `wanted`, does the other of what is. `change` is what the thing's counter must take in
 * the same transaction: however many clicks come at once, counter and rows stay equal.
 */
export async function setLike(trx: Trx, like: Like, wanted?: boolean): Promise<{ liked: boolean; change: -1 | 0 | 1 }> {
  if (wanted !== false) {
    if (await queries.insertLike(trx, { ...like, createdAt: Date.now() })) return { liked: true, change: 1 };
    if (wanted) return { liked: true, change: 0 };
  }
  return { liked: false, change: (await queries.deleteLike(trx, like)) ? -1 : 0 };
}

/** Which of these the member likes. */
export async function likedOf(db: Db, kind: Kind, targetIds: number[], userId: number | undefined) {
  if (userId === undefined || targetIds.length === 0) return new Set<number>();
  return new Set(await queries.listLiked(db, kind, targetIds, userId));
}

/** The newest people who like each of these, at most so many, in one question. */
export async function likersOf(db: Db, kind: Kind, targetIds: number[], most: number) {
  if (targetIds.length === 0) return new Map<number, { id: number; nickname: string }[]>();
  const rows = await queries.listLikers(db, kind, targetIds, most);
  const byTarget = Map.groupBy(rows, ({ targetId }) => targetId);
  return new Map(Array.from(byTarget, ([id, own]) => [id, own.map(({ id, nickname }) => ({ id, nickname }))]));
}

/** With the things themselves. */
export function forgetLikes(trx: Trx, kind: Kind, targetIds: number[]) {
  return queries.deleteLikesOf(trx, kind, targetIds);
}
