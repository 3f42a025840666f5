import { sql } from 'kysely';
import { contains, countRows, listed, publicTitle } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Addresses not found that are stored at most. */
const missesAtMost = 1000;

type Miss = Pick<Schema['missedPaths'], 'path' | 'hits' | 'firstAt' | 'lastAt'>;

export async function addMisses(trx: Trx, miss: Miss) {
  const { hits, lastAt } = miss;
  await trx
    .insertInto('missedPaths')
    .values(miss)
    .onConflict((known) =>
      known
        .column('path')
        .doUpdateSet(({ ref }) => ({ hits: sql<number>`${ref('missedPaths.hits')} + ${hits}`, lastAt })),
    )
    .execute();
}

/** Deletes those requested longest ago beyond the limit. */
export async function dropStaleMisses(trx: Trx) {
  const oldest = await trx
    .selectFrom('missedPaths')
    .select(['lastAt', 'id'])
    .orderBy('lastAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(missesAtMost)
    .executeTakeFirst();
  if (!oldest) return;
  await trx
    .deleteFrom('missedPaths')
    .where(({ eb, and, or }) =>
      or([eb('lastAt', '<', oldest.lastAt), and([eb('lastAt', '=', oldest.lastAt), eb('id', '<=', oldest.id)])]),
    )
    .execute();
}

type Filter = {
  text: string;
  source: 'all' | Schema['movedPaths']['source']['__select__'];
  by: 'new' | 'hits' | 'unused';
};

const columns = ['id', 'path', 'target', 'hits', 'lastHitAt', 'createdAt', 'source'] as const;

export function selectRedirects(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .select(columns)
    .$if(filter.by === 'hits', (rows) => rows.orderBy('hits', 'desc'))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countRedirects(db: Db, filter: Filter) {
  return countRows(filtered(db, filter));
}

function filtered(db: Db, { text, source, by }: Filter) {
  return db
    .selectFrom('movedPaths')
    .where('removedAt', 'is', null)
    .$if(by === 'unused', (rows) => rows.where('hits', '=', 0))
    .$call((rows) => (source === 'all' ? rows : rows.where('source', '=', source)))
    .$if(text !== '', (rows) =>
      rows.where(({ or }) =>
        or([contains('path', text), contains('target', text), contains('target', encodeURI(text.toWellFormed()))]),
      ),
    );
}

export function findRedirectRow(db: Db | Trx, where: { id: number } | { path: string }) {
  const rows = db.selectFrom('movedPaths').select([...columns, 'removedAt']);
  return ('id' in where ? rows.where('id', '=', where.id) : rows.where('path', '=', where.path)).executeTakeFirst();
}

/** Redirects of these keys, for a file. */
export async function listRedirectsOf(db: Db, paths: string[]) {
  const found: { path: string; target: string }[] = [];
  for (let from = 0; from < paths.length; from += 500)
    found.push(
      ...(await db
        .selectFrom('movedPaths')
        .select(['path', 'target'])
        .where('removedAt', 'is', null)
        .where('path', 'in', paths.slice(from, from + 500))
        .execute()),
    );
  return found;
}

/** The newest first, at most `limit`. */
export function listAllRedirects(db: Db, limit: number) {
  return db
    .selectFrom('movedPaths')
    .select(['path', 'target', 'hits'])
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

type MissFilter = { text: string; by: 'hits' | 'last'; hidden: 'true' | 'false' };

export function listMisses(db: Db, filter: MissFilter, { limit, offset }: { limit: number; offset: number }) {
  return filteredMisses(db, filter)
    .select(['id', 'path', 'hits', 'firstAt', 'lastAt'])
    .orderBy(filter.by === 'hits' ? 'hits' : 'lastAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countMisses(db: Db, filter: MissFilter) {
  return countRows(filteredMisses(db, filter));
}

/** Addresses that still lead nowhere. */
function filteredMisses(db: Db, { text, hidden }: MissFilter) {
  return db
    .selectFrom('missedPaths')
    .where('isHidden', '=', hidden === 'true' ? 1 : 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('movedPaths')
            .select('movedPaths.id')
            .whereRef('movedPaths.path', '=', 'missedPaths.path')
            .where('movedPaths.removedAt', 'is', null),
        ),
      ),
    )
    .$if(text !== '', (rows) => rows.where(contains('missedPaths.path', text)));
}

export function findMiss(trx: Trx, id: number) {
  return trx.selectFrom('missedPaths').select(['path', 'isHidden']).where('id', '=', id).executeTakeFirst();
}

export async function hideMiss(trx: Trx, id: number, isHidden: number) {
  await trx.updateTable('missedPaths').set({ isHidden }).where('id', '=', id).execute();
}

export async function dropMisses(trx: Trx, paths: string[]) {
  await trx.deleteFrom('missedPaths').where('path', 'in', paths).execute();
}

/** Names of the rows of a table, for targets and guesses. */
export function listNames(db: Db, table: 'categories' | 'tags' | 'series', ids: number[]) {
  return db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
}

export function listArticleTitles(db: Db, by: { ids: number[] } | { slugs: string[] }) {
  const articles = db.selectFrom('articles').select(['id', 'slug', publicTitle.as('title')]);
  return ('ids' in by ? articles.where('id', 'in', by.ids) : articles.where('slug', 'in', by.slugs)).execute();
}

/** Newest listed articles, to compare addresses with. */
export function listArticleNames(db: Db, limit: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'title'])
    .where(listed)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function listTaxonomyNames(db: Db, table: 'categories' | 'tags', limit: number) {
  return db.selectFrom(table).select(['id', 'name']).orderBy('id', 'desc').limit(limit).execute();
}
