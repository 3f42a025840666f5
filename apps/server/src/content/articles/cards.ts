import type { ArticleCard } from '@mojian/contract/content/articles';
import { coverNumber } from '@mojian/contract/core/cover-number';
import { readingMinutes } from '@mojian/markdown/words';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { articlePaths } from '../slugs/article-path.ts';
import { readTypeOf } from './articles.policy.ts';
import { type CardRow, listTagsOf } from './cards.queries.ts';

/** Finished cards in the order of the rows: one more query brings the tags of all. */
export async function presentCards(db: Db, rows: CardRow[]): Promise<ArticleCard[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const tags = Map.groupBy(await listTagsOf(db, ids), ({ articleId }) => articleId);
  const pathOf = await articlePaths(db);
  return rows.map((row) => ({ ...present(row), path: pathOf(withName(row)), tags: tags.get(row.id) ?? [] }));
}

/** What is not public has no name yet. */
function withName({ id, slug, state }: CardRow) {
  return { id, slug: state === 'published' ? slug : null };
}

function present(row: CardRow): Omit<ArticleCard, 'tags' | 'path'> {
  const { id, title, summary, cover, focusX, focusY, words, views, likes, comments } = row;
  return {
    ...{ id, title, summary, cover, focusX, focusY, words, views, likes, comments },
    readType: readTypeOf(row),
    coverNumber: coverNumber(title, row.coverNumber),
    category: row.categoryId === null ? null : { id: row.categoryId, name: row.categoryName ?? '' },
    author: { id: row.authorId, nickname: row.nickname, avatar: row.avatar },
    original: row.original === 1,
    pinned: row.pinned === 1,
    minutes: readingMinutes(words),
    // Only what is not published yet has no such time.
    publishedAt: isoTime(row.publishedAt ?? row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}
