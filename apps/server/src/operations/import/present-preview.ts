import {
  type ImportCounts,
  type ImportPreview,
  importedKinds,
  importOutcomes,
} from '@mojian/contract/operations/imports';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Preview } from './runs.ts';
import type { OpenedSource } from './survey.ts';
import type { Counts } from './writer.ts';

const placesShown = 500;

export async function presentPreview(db: Db, { reader }: OpenedSource, preview: Preview): Promise<ImportPreview> {
  const { site, authors, losses, counts, edited, articles } = preview;
  const places = preview.places
    .toSorted((one, other) => Number(one.match !== undefined) - Number(other.match !== undefined))
    .slice(0, placesShown);
  const ids = [...new Set(places.flatMap(({ match }) => match?.articleId ?? []))];
  const titles = new Map<number, string>();
  if (ids.length > 0)
    for (const { id, title } of await db
      .selectFrom('articles')
      .select(['id', 'title'])
      .where('id', 'in', ids)
      .execute())
      titles.set(id, title);
  return {
    reader: { id: reader.id, name: reader.name },
    site,
    losses,
    edited,
    articles: articles.map((one) => ({
      ...one,
      publishedAt: one.publishedAt === null ? null : isoTime(one.publishedAt),
    })),
    counts: presentCounts(counts),
    authors: await presentAuthors(db, authors),
    places: places.map(({ address, title, count, match }) => ({
      address,
      title,
      comments: count,
      article: match ? { id: match.articleId, title: titles.get(match.articleId) ?? '' } : null,
      how: match?.how ?? null,
    })),
  };
}

async function presentAuthors(db: Db, authors: Preview['authors']) {
  const ids = [...new Set(authors.flatMap(({ userId }) => userId ?? []))];
  const rows = ids.length
    ? await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute()
    : [];
  const nicknames = new Map(rows.map(({ id, nickname }) => [id, nickname]));
  return authors.map(({ key, name, articles, comments, userId }) => {
    const nickname = userId === null ? '' : (nicknames.get(userId) ?? '');
    return { key, name, articles, comments, userId, nickname };
  });
}

/** Every kind that is in the file, with all outcomes. */
export function presentCounts(counts: Counts): ImportCounts[] {
  return importedKinds.flatMap((one) => {
    const found = counts[one];
    if (!found) return [];
    const each = Object.fromEntries(importOutcomes.map((outcome) => [outcome, found[outcome] ?? 0]));
    return [{ kind: one, inFile: found.inFile, ...(each as Record<(typeof importOutcomes)[number], number>) }];
  });
}
