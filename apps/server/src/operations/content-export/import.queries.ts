import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type Wanted = { importKey: string; id: number; createdAt: number };

/** Finds the article by import key, or by equal id and creation time. */
export function findKnown(db: Db, { importKey, id, createdAt }: Wanted) {
  return db
    .selectFrom('articles')
    .select(['id', 'importKey', 'importHash', 'version', 'removedAt'])
    .where((article) =>
      article.or([
        article('importKey', '=', importKey),
        article.and([article('id', '=', id), article('createdAt', '=', createdAt)]),
      ]),
    )
    .orderBy((article) => article.case().when('importKey', '=', importKey).then(0).else(1).end())
    .executeTakeFirst();
}

export async function isFree(trx: Trx, id: number) {
  return (await trx.selectFrom('articles').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
}

export async function insertEmpty(
  trx: Trx,
  { id, authorId, now }: { id: number | undefined; authorId: number; now: number },
) {
  const row = await trx
    .insertInto('articles')
    .values({
      ...(id !== undefined && { id }),
      authorId,
      categoryId: null,
      title: '',
      summary: '',
      markdown: '',
      html: '',
      openingHtml: '',
      headings: '[]',
      openingHeadings: '[]',
      words: 0,
      state: 'draft',
      publishedAt: null,
      updatedAt: now,
      createdAt: now,
      removedAt: null,
      importKey: null,
      importHash: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type Finish = {
  createdAt: number;
  views: number;
  seriesPosition: number;
  featuredPosition: number;
  importHash: string;
};

export async function finishArticle(trx: Trx, id: number, change: Finish) {
  await trx.updateTable('articles').set(change).where('id', '=', id).execute();
}

export async function insertDraft(db: Db, row: Insertable<Schema['drafts']>) {
  await db
    .insertInto('drafts')
    .values(row)
    .onConflict((known) => known.column('articleId').doNothing())
    .execute();
}

export async function findUser(trx: Trx, nickname: string) {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('nickname', '=', nickname)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertMember(trx: Trx, member: Insertable<Schema['users']>) {
  return (await trx.insertInto('users').values(member).returning('id').executeTakeFirstOrThrow()).id;
}

export async function setProfile(trx: Trx, id: number, profile: { intro: string; avatar: string; createdAt: number }) {
  await trx.updateTable('users').set(profile).where('id', '=', id).execute();
}

export async function importCategory(trx: Trx, category: Insertable<Schema['categories']>) {
  await trx
    .insertInto('categories')
    .values(category)
    .onConflict((known) => known.column('name').doNothing())
    .execute();
}

/** Finds or creates an author's series by name. */
export async function seriesNamed(trx: Trx, series: Insertable<Schema['series']>) {
  const { id } = await trx
    .insertInto('series')
    .values(series)
    .onConflict((known) => known.columns(['authorId', 'name']).doUpdateSet({ name: series.name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findSameSay(
  trx: Trx,
  { authorId, createdAt, text }: { authorId: number; createdAt: number; text: string },
) {
  const found = await trx
    .selectFrom('says')
    .select('id')
    .where('authorId', '=', authorId)
    .where('createdAt', '=', createdAt)
    .where('text', '=', text)
    .executeTakeFirst();
  return found?.id;
}

export async function importLink(trx: Trx, link: Insertable<Schema['links']>) {
  await trx
    .insertInto('links')
    .values(link)
    .onConflict((known) => known.column('url').doNothing())
    .execute();
}

export async function importGroup(trx: Trx, name: string, position: number) {
  const found = await trx.selectFrom('navigationGroups').select('id').where('name', '=', name).executeTakeFirst();
  if (found) return found.id;
  const made = await trx
    .insertInto('navigationGroups')
    .values({ name, position })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function importNavigationSite(trx: Trx, site: Insertable<Schema['navigationSites']>) {
  const known = await trx
    .selectFrom('navigationSites')
    .select('id')
    .where('groupId', '=', site.groupId)
    .where('url', '=', site.url)
    .executeTakeFirst();
  if (!known) await trx.insertInto('navigationSites').values(site).execute();
}

export async function hasMoved(trx: Trx, path: string) {
  const known = await trx.selectFrom('movedPaths').select('removedAt').where('path', '=', path).executeTakeFirst();
  return known !== undefined && known.removedAt === null;
}

export async function hasFile(db: Db, key: string) {
  return (await db.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst()) !== undefined;
}
