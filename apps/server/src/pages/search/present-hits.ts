import { withStickerWords } from '@mojian/contract/core/sticker-codes';
import type { FoundWriting } from '@mojian/contract/pages/search';
import type { SearchKind } from '@mojian/contract/platform/rules';
import { cardsOf } from '../../content/articles/cards.ts';
import { presentFound } from '../../content/articles/search-articles.ts';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { shortTitle } from '../../content/text/comment-text.ts';
import { plainTextOfHtml } from '../../content/text/plain-text.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Marker } from '../../platform/search/snippet.ts';
import { visible } from '../../platform/search/visible.ts';
import type { Hit } from './gather-hits.ts';
import * as queries from './search.queries.ts';

type Presenting = { db: Db; marker: Marker; withSays: boolean; full: boolean };
type Presented = Map<number, FoundWriting>;

const blank = { title: '', author: '', authorId: null, comments: 0, card: null, picture: '', articles: 0, about: '' };

/** Presents hits to readers, in their order; one that is gone meanwhile is left out. */
export async function presentHits(presenting: Presenting, hits: Hit[]): Promise<FoundWriting[]> {
  const byKind = new Map<SearchKind, Presented>();
  for (const [kind, some] of Map.groupBy(hits, (hit) => hit.kind)) {
    const ids = some.map(({ id }) => id);
    byKind.set(kind, await presenters[kind](presenting, ids));
  }
  return hits.flatMap(({ kind, id }) => byKind.get(kind)?.get(id) ?? []);
}

const presenters: Record<SearchKind, (presenting: Presenting, ids: number[]) => Promise<Presented>> = {
  article: presentArticles,
  page: presentArticles,
  say: presentSays,
  series: presentSeries,
  comment: presentComments,
};

async function presentArticles({ db, marker, full }: Presenting, ids: number[]) {
  const found = await presentFound(db, ids, marker);
  const cards = new Map(full ? (await cardsOf(db, ids)).map((card) => [card.id, card]) : []);
  const dates = new Map((await queries.listDates(db, ids)).map((row) => [row.id, row.publishedAt ?? row.createdAt]));
  return mapOf(
    found.map((one) => {
      const card = cards.get(one.id) ?? null;
      return { ...blank, ...one, date: isoTime(dates.get(one.id) ?? 0), card, comments: card?.comments ?? 0 };
    }),
  );
}

async function presentSays({ db, marker }: Presenting, ids: number[]) {
  const rows = await queries.listSays(db, ids);
  return mapOf(
    rows.map(({ id, html, pictures, createdAt, comments, authorId, nickname }) => ({
      ...blank,
      kind: 'say' as const,
      id,
      path: `/say?id=${id}`,
      summary: marker.snippet(withStickerWords(plainTextOfHtml(html))),
      date: isoTime(createdAt),
      author: nickname,
      authorId,
      comments,
      picture: (JSON.parse(pictures) as { url: string }[])[0]?.url ?? '',
    })),
  );
}

async function presentSeries({ db, marker }: Presenting, ids: number[]) {
  const rows = await queries.listSeries(db, ids);
  return mapOf(
    rows.map(({ id, name, intro, articles, newestAt, nickname }) => ({
      ...blank,
      kind: 'series' as const,
      id,
      path: `/series/${id}`,
      title: visible(name),
      summary: marker.snippet(intro),
      date: isoTime(newestAt),
      author: nickname,
      articles,
    })),
  );
}

async function presentComments({ db, marker, withSays }: Presenting, ids: number[]) {
  const rows = await queries.listComments(db, ids, withSays);
  const pathOf = await articlePaths(db);
  return mapOf(
    rows.map((row) => {
      const target = row.articleId === null ? `/say?id=${row.sayId}` : articlePath(row, pathOf);
      return {
        ...blank,
        kind: 'comment' as const,
        id: row.id,
        path: `${target}#comment-${row.id}`,
        summary: marker.snippet(withStickerWords(plainTextOfHtml(row.html))),
        date: isoTime(row.createdAt),
        author: row.nickname,
        authorId: row.authorId,
        about: row.title ?? shortTitle(plainTextOfHtml(row.sayHtml ?? '')),
      };
    }),
  );
}

type CommentRow = Awaited<ReturnType<typeof queries.listComments>>[number];

function articlePath({ articleId, slug, kind }: CommentRow, pathOf: Awaited<ReturnType<typeof articlePaths>>) {
  return pathOf({ id: articleId ?? 0, slug, kind: kind ?? 'article' });
}

function mapOf(found: FoundWriting[]): Presented {
  return new Map(found.map((one) => [one.id, one]));
}
