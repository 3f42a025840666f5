import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { Db } from '../../platform/db/schema.ts';
import { articlePaths } from '../slugs/article-path.ts';
import * as queries from './series.queries.ts';

/** So many titles stand beside an article; a longer series has its own page. */
const shownAtMost = 40;

/** Where a published article stands in its series; nothing for one that is in none. */
export async function seriesBox(
  db: Db,
  { id, seriesId }: { id: number; seriesId: number | null },
): Promise<ArticleInfo['series']> {
  if (seriesId === null) return null;
  const [series, rows, pathOf] = await Promise.all([
    queries.findName(db, seriesId),
    queries.listPublishedItems(db, seriesId),
    articlePaths(db),
  ]);
  const items = rows.map((row) => ({ id: row.id, title: row.title, path: pathOf(row) }));
  const place = items.findIndex((item) => item.id === id);
  if (!series || place < 0) return null;
  const from = Math.max(0, Math.min(place - shownAtMost / 2, items.length - shownAtMost));
  return {
    ...series,
    position: place + 1,
    total: items.length,
    previous: items[place - 1] ?? null,
    next: items[place + 1] ?? null,
    from: from + 1,
    articles: items.slice(from, from + shownAtMost),
  };
}
