import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';
import type { SampleTable } from './sample-rows.ts';

/** Column that identifies a row to a person. */
const labels: Record<SampleTable, { column: string; name: string }> = {
  chatMessages: { column: 'text', name: '消息' },
  comments: { column: 'text', name: '评论' },
  articles: { column: 'title', name: '文章' },
  categories: { column: 'name', name: '分类' },
  navigationSites: { column: 'name', name: '导航' },
  navigationGroups: { column: 'name', name: '导航分组' },
  links: { column: 'name', name: '友链' },
  says: { column: 'text', name: '说说' },
  boardMessages: { column: 'text', name: '留言' },
  users: { column: 'nickname', name: '用户' },
};

/** References that keep a row from being removed; cascading ones are left out. */
const needs: Partial<Record<SampleTable, { table: string; column: string }[]>> = {
  chatMessages: [{ table: 'chatMessages', column: 'quoteId' }],
  comments: [{ table: 'comments', column: 'parentId' }],
  articles: [{ table: 'comments', column: 'articleId' }],
  categories: [{ table: 'articles', column: 'categoryId' }],
  navigationGroups: [{ table: 'navigationSites', column: 'groupId' }],
  users: [
    ...['articles', 'comments', 'says'].map((table) => ({ table, column: 'authorId' })),
    { table: 'chatMessages', column: 'senderId' },
  ],
};

/** Deletes and returns the marks of a kind. */
export function takeRemembered(trx: Trx, kind: string) {
  return trx.deleteFrom('sampleRows').where('kind', '=', kind).returning(['rowId', 'fingerprint']).execute();
}

export async function labelOf(trx: Trx, table: SampleTable, id: number) {
  const { column, name } = labels[table];
  const { rows } = await sql<{ label: string }>`select ${sql.ref(column)} as label from ${sql.table(table)}
    where id = ${id}`.execute(trx);
  return `${name}《${(rows[0]?.label ?? '').slice(0, 20)}》`;
}

export async function isNeeded(trx: Trx, table: SampleTable, id: number) {
  for (const need of needs[table] ?? []) {
    const { rows } = await sql`select 1 from ${sql.table(need.table)} where ${sql.ref(need.column)} = ${id}
      limit 1`.execute(trx);
    if (rows.length > 0) return true;
  }
  return false;
}

export async function deleteRow(trx: Trx, table: SampleTable, id: number) {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx);
}

export async function uncountComment(trx: Trx, id: number) {
  await trx
    .updateTable('articles')
    .set((eb) => ({ comments: eb('comments', '-', 1) }))
    .where('id', '=', ({ selectFrom }) => selectFrom('comments').select('articleId').where('id', '=', id))
    .where('comments', '>', 0)
    .execute();
}

export async function isOwner(trx: Trx, id: number) {
  const { role } = await trx.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow();
  return role === 'owner';
}

export async function renameOwner(
  trx: Trx,
  id: number,
  person: { nickname: string; nicknameKey: string; intro: string },
) {
  await trx.updateTable('users').set(person).where('id', '=', id).execute();
}

export function listTagIds(trx: Trx, articleId: number) {
  return trx
    .selectFrom('articleTags')
    .select('tagId')
    .where('articleId', '=', articleId)
    .execute()
    .then((rows) => rows.map(({ tagId }) => tagId));
}

/** Clears the owner's introduction while it is still the sample's. */
export async function clearIntro(trx: Trx, intro: string) {
  await trx.updateTable('users').set({ intro: '' }).where('role', '=', 'owner').where('intro', '=', intro).execute();
}

export async function isNamed(trx: Trx, id: number, nickname: string) {
  const row = trx.selectFrom('users').select('id').where('id', '=', id).where('nickname', '=', nickname);
  return (await row.executeTakeFirst()) !== undefined;
}

export async function findSettings(trx: Trx, group: string): Promise<Record<string, unknown>> {
  const row = await trx.selectFrom('settings').select('value').where('name', '=', group).executeTakeFirst();
  return JSON.parse(row?.value ?? '{}');
}

/** Resets other fields to their defaults. */
export async function replaceSettings(trx: Trx, group: string, fields: Record<string, unknown>) {
  if (Object.keys(fields).length === 0) await trx.deleteFrom('settings').where('name', '=', group).execute();
  else
    await trx
      .updateTable('settings')
      .set({ value: JSON.stringify(fields) })
      .where('name', '=', group)
      .execute();
}
