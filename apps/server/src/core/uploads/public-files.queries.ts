import { sql } from 'kysely';
import { listed } from '../../platform/db/listed.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

export type Due = { place: string; rowId: number };

export function listDue(db: Db, most: number): Promise<Due[]> {
  return db
    .selectFrom('fileUsesDue')
    .select(['place', 'rowId'])
    .orderBy('place')
    .orderBy('rowId')
    .limit(most)
    .execute();
}

/** False when somebody else took it first. */
export async function takeDue(trx: Trx, { place, rowId }: Due) {
  const { numDeletedRows } = await trx
    .deleteFrom('fileUsesDue')
    .where('place', '=', place)
    .where('rowId', '=', rowId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

const columns: Record<string, string[]> = {
  articles: ['openingHtml', 'cover'],
  says: ['html', 'pictures'],
  comments: ['html', 'pictures'],
  users: ['avatar', 'cover'],
  links: ['avatar'],
  navigationSites: ['logo'],
};

/** What stands in a row, or in all settings. */
export async function findText(trx: Trx, { place, rowId }: Due) {
  if (place === 'settings') {
    const rows = await trx.selectFrom('settings').select('value').execute();
    return rows.map(({ value }) => value).join('\n');
  }
  const text = sql<string>`${sql.join(
    (columns[place] ?? []).map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )}`;
  const row = trx.selectFrom(place as 'articles').select(text.as('text'));
  return (await row.where('id', '=', rowId).executeTakeFirst())?.text ?? '';
}

export async function setUses(trx: Trx, { place, rowId }: Due, keys: Iterable<string>) {
  await trx.deleteFrom('fileUses').where('place', '=', place).where('rowId', '=', rowId).execute();
  const rows = [...keys].map((key) => ({ key, place, rowId }));
  if (rows.length === 0) return;
  await trx
    .insertInto('fileUses')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute();
}

const ownedBy = (authorId: string) => sql<boolean>`(
  not exists (select 1 from "fileOwners" o where o.key = u.key)
  or exists (select 1 from "fileOwners" o where o.key = u.key and o."userId" = ${sql.ref(authorId)}))`;
const shownSay = sql<boolean>`says."isPublic" = 1 and says.state = 'shown'`;

/**
 * Which of these stand where everybody may see them: the one place that says what is public. An article counts by the
 * part that anyone may read; the address of another member's picture in one's own text opens nothing.
 */
export async function listPublic(db: Db, keys: string[]) {
  const { rows } = await sql<{ key: string }>`select distinct u.key from "fileUses" u
    where u.key in (${sql.join(keys)}) and (
      u.place in ('users', 'links', 'navigationSites', 'settings')
      or (u.place = 'articles' and exists (select 1 from articles join users on users.id = articles."authorId"
        where articles.id = u."rowId" and ${listed}
          and (users.role in ('owner', 'admin', 'editor') or ${ownedBy('articles.authorId')})))
      or (u.place = 'says' and exists (select 1 from says where says.id = u."rowId" and ${shownSay}))
      or (u.place = 'comments' and exists (select 1 from comments
        left join articles on articles.id = comments."articleId"
        left join says on says.id = comments."sayId"
        where comments.id = u."rowId" and comments.state = 'shown' and comments."removedAt" is null
          and ((${listed}) or (${shownSay})))))`.execute(db);
  return rows.map(({ key }) => key);
}

/** Those of some pictures that a member, or nobody, uploaded. */
export async function listOwned(db: Db, keys: string[], userId: number) {
  const { rows } = await sql<{ key: string }>`select u.key from files u where u.key in (${sql.join(keys)}) and (
    not exists (select 1 from "fileOwners" o where o.key = u.key)
    or exists (select 1 from "fileOwners" o where o.key = u.key and o."userId" = ${userId}))`.execute(db);
  return rows.map(({ key }) => key);
}

export async function findSecret(db: Db, name: string) {
  return (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function keepSecret(db: Db, name: string, value: string) {
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((known) => known.doNothing())
    .execute();
}
