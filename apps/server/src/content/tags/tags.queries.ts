import { sql } from 'kysely';
import { notPrivate } from '../../platform/db/conditions.ts';
import { includes, lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Only tags of listed articles, most used first: those of drafts stay private. */
export function selectTags(db: Db, limit?: number) {
  return db
    .selectFrom('articleLists')
    .innerJoin('tags', 'tags.id', 'articleLists.targetId')
    .select(['tags.id', 'tags.name', 'articleLists.articles'])
    .where('articleLists.kind', '=', 'tag')
    .orderBy('articleLists.articles', 'desc')
    .orderBy('articleLists.targetId')
    .$if(limit !== undefined, (tags) => tags.limit(limit ?? 0))
    .execute();
}

export function selectTagNames(db: Db | Trx, articleIds: number[]) {
  return db
    .selectFrom('articleTags')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select(['articleId', 'tags.name'])
    .where('articleId', 'in', articleIds)
    .orderBy('tags.id')
    .execute();
}

export function findTag(db: Db, id: number) {
  return db.selectFrom('tags').select('id').where('id', '=', id).executeTakeFirst();
}

/** Upserts tags and locks them until the transaction ends. */
export function insertOrLockTags(trx: Trx, names: string[]) {
  return trx
    .insertInto('tags')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: sql`excluded.name` }))
    .returning(['id', 'name'])
    .execute();
}

export async function lockTags(trx: Trx, ids: number[]) {
  await trx
    .updateTable('tags')
    .set((tag) => ({ name: tag.ref('name') }))
    .where('id', 'in', ids)
    .execute();
}

export function deleteUnusedTags(trx: Trx, ids: number[]) {
  return trx
    .deleteFrom('tags')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('articleTags').select('tagId').whereRef('articleTags.tagId', '=', 'tags.id'))),
    )
    .returning('id')
    .execute();
}

type Filter = { text: string; use: 'all' | 'used' | 'unused' };

/**
 * Numbers by tag of articles in no list, private ones excepted, by the index of migration 038. SQLite takes the tables of
 * a cross join in their order: without statistics it would begin with all tags of all articles.
 */
const unlistedTags = sql<{ tagId: number; articles: number }>`(select "tagId", count(*) as articles
  from articles cross join "articleTags" where "articleTags"."articleId" = articles.id
    and (articles.state <> 'published' or articles."removedAt" is not null or articles.kind = 'page')
    and articles.state <> 'private' group by "tagId")`;
const uses = sql<number>`(coalesce("articleLists".articles, 0) + coalesce(unlisted.articles, 0))`;
const isUsed = sql<boolean>`${uses} > 0`;
const isUnused = sql<boolean>`not exists (select 1 from "articleTags" where "articleTags"."tagId" = tags.id)`;
/** Hides tags that only private articles carry. */
const isPublic = sql<boolean>`(${isUsed} or ${isUnused})`;
/** Says of a few tags by id what `isPublic` says of the list. */
const isSeen = sql<boolean>`(${isUnused} or exists (select 1 from "articleTags"
  join articles on articles.id = "articleTags"."articleId"
  where "articleTags"."tagId" = tags.id and ${notPrivate}))`;

/** Most used first; trashed articles count. */
export function listFilteredTags(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .select(['tags.id', 'tags.name', uses.as('articles')])
    .orderBy(uses, 'desc')
    .orderBy('tags.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countTags(db: Db, filter: Filter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function filtered(db: Db, { text, use }: Filter) {
  return db
    .selectFrom('tags')
    .leftJoin('articleLists', (list) =>
      list.onRef('articleLists.targetId', '=', 'tags.id').on('articleLists.kind', '=', 'tag'),
    )
    .leftJoin(unlistedTags.as('unlisted'), 'unlisted.tagId', 'tags.id')
    .where(isPublic)
    .$if(text !== '', (tags) => tags.where(includes(db, sql.ref('tags.name'), text)))
    .$if(use === 'used', (tags) => tags.where(isUsed))
    .$if(use === 'unused', (tags) => tags.where(sql<boolean>`not ${isUsed}`));
}

export function findWholeTag(trx: Trx, id: number) {
  return trx.selectFrom('tags').selectAll().where('id', '=', id).where(isSeen).executeTakeFirst();
}

/** Renames only from `before`. */
export async function changeName(trx: Trx, id: number, before: string, name: string) {
  const { numUpdatedRows } = await trx
    .updateTable('tags')
    .set({ name })
    .where('id', '=', id)
    .where('name', '=', before)
    .where(isSeen)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

export function listTagsById(trx: Trx, ids: number[]) {
  return trx.selectFrom('tags').selectAll().where('id', 'in', ids).where(isSeen).orderBy('id').execute();
}

/** Articles that would gain the target tag. */
export async function countNew(trx: Trx, ids: number[], into: number) {
  const { count } = await trx
    .selectFrom('articleTags')
    .select(({ fn }) => fn.count<number>('articleId').distinct().as('count'))
    .where('tagId', 'in', ids)
    .where('articleId', 'not in', (has) => has.selectFrom('articleTags').select('articleId').where('tagId', '=', into))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks the articles first, as whoever publishes or withdraws one does: its lists are written from its tags. */
export async function moveToTag(trx: Trx, ids: number[], into: number) {
  const tagged = await trx.selectFrom('articleTags').select('articleId').distinct().where('tagId', 'in', ids).execute();
  await lockForRemoval(
    trx,
    'articles',
    tagged.map(({ articleId }) => articleId),
  );
  await trx
    .insertInto('articleTags')
    .columns(['articleId', 'tagId'])
    .expression((of) =>
      of
        .selectFrom('articleTags')
        .select(['articleId', sql<number>`cast(${into} as integer)`.as('tagId')])
        .distinct()
        .where('tagId', 'in', ids),
    )
    .onConflict((has) => has.columns(['articleId', 'tagId']).doNothing())
    .execute();
  await trx.deleteFrom('articleTags').where('tagId', 'in', ids).execute();
  await trx.deleteFrom('tags').where('id', 'in', ids).execute();
}
