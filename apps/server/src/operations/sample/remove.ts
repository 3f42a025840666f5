import { sql } from 'kysely';
import { addToArticle } from '../../content/article-rows/article-rows.ts';
import { listTagIds, removeUnusedTags } from '../../content/tags/tags.ts';
import { updateUser } from '../../core/identity/user-rows.ts';
import type { SettingsGroup } from '../../core/settings/settings.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { deleteValue, readValue, writeValue } from '../../platform/db/stored-values.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { named, nobody } from './owner.ts';
import { readSampleSite, type SampleSite } from './sample-content.ts';
import {
  fingerprintOfRow,
  finishFilling,
  type SampleTable,
  sampleSettings,
  sampleTables,
  settingsKind,
} from './sample-rows.ts';

/** `kept`: reasons in Chinese, for rows changed or still needed. */
type Removed = { removed: number; kept: string[] };

/** Tags of every page that shows sample content. */
const shownBy = ['site', 'articles', 'says', 'comments', 'board', 'links', 'navigation'];

type Deps = { search: Search; site: SampleSite };

/**
 * Removes sample rows in one transaction. Rows changed since or needed by other content stay and are no longer marked.
 * Settings and profile fields are reset where they still equal the sample's.
 */
export async function removeSample({ db, search }: { db: Db; search: Search }): Promise<Removed> {
  const site = await readSampleSite();
  return db.transaction().execute((trx) => removeSampleWithin(trx, { search, site }));
}

export async function removeSampleWithin(trx: Trx, { search, site }: Deps) {
  const result: Removed = { removed: 0, kept: [] };
  await finishFilling(trx); // an unfinished first start is not resumed
  await clearIntro(trx, site.author.intro);
  for (const table of sampleTables) await removeTable(trx, { search, site }, table, result);
  const { author, ...others } = sampleSettings(site);
  const { name, ...aboutAuthor } = author;
  const isOwners = await isNameOfOwner(trx, name);
  await removeSettings(trx, { ...others, author: isOwners ? aboutAuthor : author }, result);
  if (result.removed > 0) await enqueue(trx, 'drop-pages', { tags: shownBy });
  return result;
}

async function removeTable(trx: Trx, { search, site }: Deps, table: SampleTable, result: Removed) {
  for (const { rowId, fingerprint } of await takeRemembered(trx, table)) {
    const now = await fingerprintOfRow(trx, table, rowId);
    if (now === undefined) continue;
    if (table === 'users' && (await keepOwner(trx, rowId, site))) continue;
    const label = await labelOf(trx, table, rowId);
    const stays = now === fingerprint ? await removeRow(trx, search, table, rowId) : '改动过';
    if (stays) result.kept.push(`${label}（${stays}）`);
    else result.removed += 1;
  }
}

/** Resets the owner's profile; the account stays. False for other members. */
async function keepOwner(trx: Trx, id: number, site: SampleSite) {
  if (!(await isOwner(trx, id))) return false;
  if (await isNamed(trx, id, site.author.nickname)) await updateUser(trx, id, named(nobody));
  return true;
}

/** Returns the reason why a row has to stay. */
async function removeRow(trx: Trx, search: Search, table: SampleTable, id: number) {
  await lockForRemoval(trx, table, [id]);
  const need = await findNeed(trx, table, id);
  if (need) return need.reason ?? '仍有别的内容用到';
  if (table === 'comments') await uncountComment(trx, id);
  if (table === 'articles') await removeArticle(trx, search, id);
  else await deleteRow(trx, table, id);
  return undefined;
}

async function removeArticle(trx: Trx, search: Search, id: number) {
  const tags = await listTagIds(trx, id);
  await search.remove(trx, id);
  await deleteRow(trx, 'articles', id);
  await removeUnusedTags(trx, tags);
}

/** Asked after the placeholder of an account that nobody named was renamed. */
async function isNameOfOwner(trx: Trx, nickname: string) {
  const owners = trx.selectFrom('users').select('id').where('role', '=', 'owner').where('nickname', '=', nickname);
  return (await owners.limit(1).executeTakeFirst()) !== undefined;
}

async function removeSettings(trx: Trx, sample: Record<string, Record<string, string>>, result: Removed) {
  for (const [group, fields] of Object.entries(sample) as [SettingsGroup, Record<string, string>][]) {
    const remembered = await takeRemembered(trx, settingsKind(group));
    if (remembered.length === 0) continue;
    const saved = await findSettings(trx, group);
    const own = Object.entries(saved).filter(([field, value]) => fields[field] !== value);
    if (own.length === Object.keys(saved).length) continue;
    await replaceSettings(trx, group, Object.fromEntries(own));
    result.removed += 1;
  }
}

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

type Need = { table: string; column: string; reason?: string };

/** References that keep a row from being removed, above all those by which people's own texts would go with it. */
const needs: Partial<Record<SampleTable, Need[]>> = {
  chatMessages: [{ table: 'chatMessages', column: 'quoteId' }],
  comments: [{ table: 'comments', column: 'parentId' }],
  articles: [
    { table: 'comments', column: 'articleId', reason: '有人评论过' },
    { table: 'drafts', column: 'articleId', reason: '有没发布的改动' },
  ],
  says: [{ table: 'comments', column: 'sayId', reason: '有人评论过' }],
  categories: [{ table: 'articles', column: 'categoryId' }],
  navigationGroups: [{ table: 'navigationSites', column: 'groupId' }],
  users: [
    ...['articles', 'comments', 'says'].map((table) => ({ table, column: 'authorId' })),
    { table: 'chatMessages', column: 'senderId' },
  ],
};

/** Deletes and returns the marks of a kind. */
function takeRemembered(trx: Trx, kind: string) {
  return trx.deleteFrom('sampleRows').where('kind', '=', kind).returning(['rowId', 'fingerprint']).execute();
}

async function labelOf(trx: Trx, table: SampleTable, id: number) {
  const { column, name } = labels[table];
  const { rows } = await sql<{ label: string }>`select ${sql.ref(column)} as label from ${sql.table(table)}
    where id = ${id}`.execute(trx);
  return `${name}《${(rows[0]?.label ?? '').slice(0, 20)}》`;
}

async function findNeed(trx: Trx, table: SampleTable, id: number) {
  for (const need of needs[table] ?? []) {
    const { rows } = await sql`select 1 from ${sql.table(need.table)} where ${sql.ref(need.column)} = ${id}
      limit 1`.execute(trx);
    if (rows.length > 0) return need;
  }
  return undefined;
}

async function deleteRow(trx: Trx, table: SampleTable, id: number) {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx);
}

async function uncountComment(trx: Trx, id: number) {
  const comment = await trx.selectFrom('comments').select('articleId').where('id', '=', id).executeTakeFirst();
  if (comment?.articleId) await addToArticle(trx, comment.articleId, 'comments', -1);
}

async function isOwner(trx: Trx, id: number) {
  const { role } = await trx.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow();
  return role === 'owner';
}

/** Clears the owner's introduction while it is still the sample's. */
async function clearIntro(trx: Trx, intro: string) {
  const owners = trx.selectFrom('users').select('id').where('role', '=', 'owner').where('intro', '=', intro);
  for (const { id } of await owners.execute()) await updateUser(trx, id, { intro: '' });
}

async function isNamed(trx: Trx, id: number, nickname: string) {
  const row = trx.selectFrom('users').select('id').where('id', '=', id).where('nickname', '=', nickname);
  return (await row.executeTakeFirst()) !== undefined;
}

async function findSettings(trx: Trx, group: string): Promise<Record<string, unknown>> {
  return JSON.parse((await readValue(trx, group)) ?? '{}');
}

/** Resets other fields to their defaults. */
async function replaceSettings(trx: Trx, group: string, fields: Record<string, unknown>) {
  if (Object.keys(fields).length === 0) await deleteValue(trx, group);
  else await writeValue(trx, group, JSON.stringify(fields));
}
