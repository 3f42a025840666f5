import type { Found } from '@mojian/contract/articles';
import type { Page, PageQuery } from '@mojian/contract/fields';
import type { Db } from '../db/schema.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import { analyseQuery } from '../search/analyse.ts';
import type { Search } from '../search/search.ts';
import { occursIn, snippet } from '../search/snippet.ts';
import { articlePaths } from '../slugs/article-path.ts';
import { listResults } from './articles.queries.ts';
import { plainText } from './plain-text.ts';

type Result = Awaited<ReturnType<typeof listResults>>[number];

/** Listed articles with all words of the keyword, best first. Hidden text is not in the index. */
export async function searchArticles(
  { db, search }: { db: Db; search: Search },
  { keyword, ...page }: PageQuery & { keyword: string },
): Promise<Page<Found>> {
  const { ids, total } = await search.find(db, keyword, sliceOf(page));
  if (ids.length === 0) return inPages([], total, page);

  const results = new Map((await listResults(db, ids)).map((result) => [result.id, result]));
  const pathOf = await articlePaths(db);
  const records = ids.flatMap((id) => results.get(id) ?? []).map((result) => present(result, keyword, pathOf(result)));
  return inPages(records, total, page);
}

/** The summary is replaced by the place of the match when neither it nor the title explains why this was found. */
function present({ id, title, summary, openingHtml }: Result, keyword: string, path: string): Found {
  const { words, prefix } = analyseQuery(keyword);
  const sought = prefix ? [...words, prefix] : words;
  const isExplained = sought.every((word) => occursIn(title, word) || occursIn(summary, word));
  return { id, path, title, summary: isExplained ? summary : snippet(plainText(openingHtml), [keyword, ...sought]) };
}
