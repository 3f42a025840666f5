import type { ArticleContent } from '@mojian/contract/content/article-content';
import { offerCopies } from '@mojian/contract/core/picture-set';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { layMedia } from '@mojian/markdown/lay-media';
import { layPhotographs } from '@mojian/markdown/photographs';
import { plainParagraphs } from '@mojian/markdown/text';
import { countWords } from '@mojian/markdown/words';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { findAttachments, findPictureSizes } from '../../core/uploads/uploads.ts';
import { compress, decompressed } from '../../platform/db/compressed.ts';
import type { Db } from '../../platform/db/schema.ts';
import { SharedWork } from '../../platform/limits/concurrency.ts';
import { type Reading, type RenderingSite, renderArticle } from '../articles/save-article.ts';
import { checkStructure } from '../text/ask-text.ts';
import { inTextTurn, type TextOwner } from '../text/text-turns.ts';

/**
 * SQL: names the newest text of an article without reading it. Ids and versions recur after a restore, times and lengths
 * with them hardly ever.
 */
export const textKey = sql<string>`articles.id || ':' || articles.version || ':' ||
  coalesce(drafts."savedAt", articles."updatedAt") || ':' ||
  octet_length(coalesce(drafts.content, '')) || ':' || octet_length(articles.markdown)`;

/** A text to render: its article, and its `textKey`. */
type Text = { id: number; key: string };

/** Rendered text, its HTML compressed: of formulas it would be megabytes. */
type StoredReading = Omit<Reading, 'html'> & { html: Uint8Array };

/** Bytes of all; the longest HTML compresses to one megabyte. */
const storedAtMost = 4 * 1024 * 1024;

/** Keeps renders: a link sent to a group is opened by many, and a submission is read, looked into and read again. */
const stored = new LRUCache<string, StoredReading>({
  maxSize: storedAtMost,
  sizeCalculation: ({ html, headings }) => html.length + headings.length + 1000,
});

const rendering = new SharedWork<StoredReading>();

/**
 * Renders the newest saved text of an unpublished article in the owner's turn, once however many ask.
 * @throws Failure not-found when it is no longer there; as `inTextTurn`
 */
export async function readingOf({ db, siteUrl }: { db: Db; siteUrl: string }, { id, key }: Text, owner: TextOwner) {
  return (
    stored.get(key) ??
    rendering.run(key, () =>
      inTextTurn(owner, async () => {
        const markdown = await findMarkdown(db, id);
        const pictureSizes = await findPictureSizes(db, markdown);
        const { html, ...reading } = await renderForReading(markdown, { siteUrl, pictureSizes });
        const made = { ...reading, html: await compress(html) };
        stored.set(key, made);
        return made;
      }),
    )
  );
}

/** HTML of a rendered text, its pictures and files laid out as readers will see them. */
export async function shownHtmlOf(db: Db, reading: StoredReading): Promise<string> {
  const html = htmlOf(reading);
  return layMedia(offerCopies(layPhotographs(html)), await findAttachments(db, html));
}

export function htmlOf({ html }: StoredReading): string {
  return decompressed<Uint8Array | string>(html) as string;
}

async function findMarkdown(db: Db, id: number) {
  const found = await db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select(['articles.markdown', 'drafts.content'])
    .where('articles.id', '=', id)
    .where('articles.removedAt', 'is', null)
    .executeTakeFirst();
  if (!found) throw new Failure('not-found', '文章不存在');
  return found.content === null ? found.markdown : (JSON.parse(found.content) as ArticleContent).markdown;
}

/** Renders for a reviewer; a text that cannot be rendered is shown as its source. */
async function renderForReading(markdown: string, site: RenderingSite): Promise<Reading> {
  try {
    await checkStructure(markdown);
    return await renderArticle({ markdown }, site);
  } catch (error) {
    if (!isFailure(error) || error.id !== 'invalid-input') throw error;
    const html = `<p><strong>${error.message}。下面是没有排版的原文。</strong></p>\n${plainParagraphs(markdown)}`;
    return { html, headings: '[]', hasDiagram: 0, words: countWords(markdown) };
  }
}
