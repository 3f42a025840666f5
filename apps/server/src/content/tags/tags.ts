import type { Tag } from '@mojian/contract/content/tags';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './tags.queries.ts';

/** Tags of listed articles, the most used first, at most `most`. */
export function listTags(db: Db, most?: number): Promise<Tag[]> {
  return queries.selectTags(db, most);
}

export async function hasTag(db: Db, id: number) {
  return (await queries.findTag(db, id)) !== undefined;
}

/**
 * Finds or creates tags and locks them in the order of their names, so that concurrent saves neither lose a tag nor
 * deadlock.
 */
export async function tagsNamed(trx: Trx, names: string[]) {
  return names.length === 0 ? [] : queries.insertOrLockTags(trx, [...new Set(names)].sort());
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
