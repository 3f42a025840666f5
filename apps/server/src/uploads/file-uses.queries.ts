import type { Db } from '../db/schema.ts';

/** Titles of articles, by number: also of what a draft or a revision belongs to. */
export async function articleTitles(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function nicknames(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

/** What each comment stands under. */
export async function commentPlaces(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, { articleId: number | null; sayId: number | null }>();
  const rows = await db.selectFrom('comments').select(['id', 'articleId', 'sayId']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

export async function articlesOfRevisions(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, number>();
  const rows = await db.selectFrom('revisions').select(['id', 'articleId']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, articleId }) => [id, articleId]));
}
