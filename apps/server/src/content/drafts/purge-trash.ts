import { trashDays } from '@mojian/contract/platform/rules';
import { dayLength } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { eraseArticle } from '../articles/erase-article.ts';
import { listTrash } from './waiting.queries.ts';

/** Erases what has lain in the trash for thirty days, with all that belongs to it. Files stay with who uploaded them. */
export async function purgeTrash(parts: { db: Db; search: Search }, stopping?: AbortSignal, now = Date.now()) {
  const before = now - trashDays * dayLength;
  for (const { id } of await listTrash(parts.db, before)) {
    if (stopping?.aborted) return;
    await eraseArticle(parts, id, { removedBefore: before });
  }
}
