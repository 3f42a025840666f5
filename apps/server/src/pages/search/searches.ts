import type { Tag } from '@mojian/contract/content/tags';
import type { adminSearches } from '@mojian/contract/pages/search';
import type { Input } from '@mojian/contract/platform/endpoint';
import { dayLength } from '@mojian/contract/platform/time';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import * as queries from './search.queries.ts';

const storedFor = 90 * dayLength;
/** Characters of a search that is counted; longer ones are pasted texts. */
const longestCounted = 30;

/** Whether a search may be somebody's address, number or key, which is not kept. */
function isPersonal(text: string) {
  return /[@＠]|:\/\/|\p{N}[\p{N} -]{5,}/u.test(text) || /[A-Za-z\d_-]{20,}/.test(text);
}

/** Counts what was sought and whether it was found, behind the answer. A search that is not counted is no loss. */
export function countSearch(db: Db, text: string, isFound: boolean) {
  if (Array.from(text).length > longestCounted || isPersonal(text)) return;
  const counted = {
    text: text.toLowerCase(),
    found: isFound ? 1 : 0,
    missed: isFound ? 0 : 1,
    lastAt: Date.now(),
  } as const;
  db.transaction()
    .execute((trx) => queries.countSearch(trx, counted))
    .catch(() => undefined);
}

/** Deletes searches that nobody repeated for ninety days. */
export function dropOldSearches(db: Db, now = Date.now()) {
  return queries.deleteSearchesBefore(db, now - storedFor);
}

const popularAtMost = 5;
const popularFrom = 3;
const lookedAt = 200;

/** Lists words often sought and found. Only names of tags: anybody can type anything, which others are not shown. */
export async function listPopular(db: Db, tags: Tag[]) {
  const names = new Map(tags.map(({ name }) => [name.toLowerCase(), name]));
  const often = await queries.listOftenFound(db, popularFrom, lookedAt);
  return often.flatMap(({ text }) => names.get(text) ?? []).slice(0, popularAtMost);
}

/** Searches as staff see them, those in vain first. */
export async function listSearches(db: Db, query: Input<typeof adminSearches.list>['query']) {
  const slice = sliceOf(query);
  const [rows, total] = await Promise.all([queries.selectSearches(db, query, slice), queries.countSearches(db, query)]);
  const records = rows.map(({ lastAt, ...row }, at) => ({
    id: slice.offset + at + 1,
    ...row,
    lastAt: isoTime(lastAt),
  }));
  return inPages(records, total, query);
}
