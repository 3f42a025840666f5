import type { Tag } from '@mojian/contract/content/tags';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './tags.queries.ts';

/** All tags of listed articles, the most used first. */
export function listTags(db: Db): Promise<Tag[]> {
  return queries.listTags(db);
}

export async function hasTag(db: Db, id: number) {
  return (await queries.findTag(db, id)) !== undefined;
}

/**
 * The tags with these names; new ones are made. Their rows stay locked until the transaction ends, always in the order
 * of the names, so that two articles saved at once neither lose a tag nor wait for each other for ever.
 */
export async function tagsNamed(trx: Trx, names: string[]) {
  return names.length === 0 ? [] : queries.insertOrLockTags(trx, [...new Set(names)].sort());
}

/**
 * Removes those of the tags that no article has any more. Their rows are locked first: whoever gives one to an article at
 * this moment is waited for, and then counts. Returns how many went.
 */
export async function removeUnusedTags(trx: Trx, ids: number[]) {
  if (ids.length === 0) return 0;
  await queries.lockTags(trx, ids);
  return (await queries.deleteUnusedTags(trx, ids)).length;
}
