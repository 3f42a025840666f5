import type { Tag } from '@mojian/contract/content/tags';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './tags.queries.ts';

/** Tags of listed articles, the most used first, at most `most`. */
export function listTags(db: Db, most?: number): Promise<Tag[]> {
  return queries.selectTags(db, most);
}

/** Tag names of articles by article, in the order of their ids; articles without tags have no entry. */
export async function listTagNames(db: Db | Trx, articleIds: number[]) {
  const rows = articleIds.length > 0 ? await queries.selectTagNames(db, articleIds) : [];
  const byArticle = Map.groupBy(rows, ({ articleId }) => articleId);
  return new Map([...byArticle].map(([articleId, tags]) => [articleId, tags.map(({ name }) => name)]));
}

/** Tag names of one article. */
export async function tagNamesOf(db: Db | Trx, articleId: number) {
  return (await listTagNames(db, [articleId])).get(articleId) ?? [];
}

export async function hasTag(db: Db, id: number) {
  return (await queries.findTag(db, id)) !== undefined;
}

/**
 * Finds or creates tags and locks them in the order of their names, so that concurrent saves neither lose a tag nor
 * deadlock.
 */
export async function tagsNamed(trx: Trx, names: string[]) {
  const spelled = [...new Set(names.map(spellTag))].filter(Boolean).sort();
  return spelled.length === 0 ? [] : queries.insertOrLockTags(trx, spelled);
}

/** Spells a name in one way: accents in one character, as other systems write them in two, and nothing that cannot be seen. */
export function spellTag(name: string) {
  return name
    .normalize('NFC')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Deletes tags without articles, after locking them, so that a concurrent assignment counts.
 * @returns the number deleted
 */
export async function removeUnusedTags(trx: Trx, ids: number[]) {
  if (ids.length === 0) return 0;
  await queries.lockTags(trx, ids);
  return (await queries.deleteUnusedTags(trx, ids)).length;
}

/** Replaces the tags of an article. */
export async function setTags(trx: Trx, articleId: number, tagIds: number[]) {
  await trx.deleteFrom('articleTags').where('articleId', '=', articleId).execute();
  if (tagIds.length === 0) return;
  await trx
    .insertInto('articleTags')
    .values(tagIds.map((tagId) => ({ articleId, tagId })))
    .execute();
}

export async function listTagIds(trx: Trx, articleId: number) {
  const rows = await trx.selectFrom('articleTags').select('tagId').where('articleId', '=', articleId).execute();
  return rows.map(({ tagId }) => tagId);
}
