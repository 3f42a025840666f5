import { listed } from '../../platform/db/listed.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Titles of published articles, by number. */
export async function articleTitles(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).where(listed).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function nicknames(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

export async function publicSays(db: Db, ids: number[]) {
  if (ids.length === 0) return new Set<number>();
  const rows = db.selectFrom('says').select('id').where('isPublic', '=', 1).where('state', '=', 'shown');
  return new Set((await rows.where('id', 'in', ids).execute()).map(({ id }) => id));
}

/** What each comment that is there for all to see stands under; nothing of those under a say that is not. */
export async function commentPlaces(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, { articleId: number | null; sayId: number | null }>();
  const rows = await db
    .selectFrom('comments')
    .leftJoin('says', 'says.id', 'comments.sayId')
    .select(['comments.id', 'comments.articleId', 'comments.sayId'])
    .where('comments.id', 'in', ids)
    .where('comments.state', '=', 'shown')
    .where('comments.removedAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([eb('comments.sayId', 'is', null), and([eb('says.isPublic', '=', 1), eb('says.state', '=', 'shown')])]),
    )
    .execute();
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
