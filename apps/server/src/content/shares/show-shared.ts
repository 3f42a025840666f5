import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { SharedDraft } from '@mojian/contract/content/shares';
import { Failure } from '@mojian/contract/platform/failures';
import { readingMinutes } from '@mojian/markdown/words';
import { LRUCache } from 'lru-cache';
import { withPictures } from '../../core/uploads/public-files.ts';
import { findPictureSizes } from '../../core/uploads/uploads.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { hashOf } from '../../platform/tickets/tickets.ts';
import { type Reading, renderForReading } from '../articles/render-article.ts';
import { countShareView } from './count-share-view.ts';
import * as queries from './shares.queries.ts';

type Parts = { db: Db; siteUrl: string };

/** A link handed round in a chat is opened by many at once, and the draft is the same for all. */
const finished = new LRUCache<string, Reading>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ html }) => html.length + 1000,
});

/** Being rendered: many who open the link at once wait for the same work. */
const underWay = new Map<string, Promise<Reading>>();

/**
 * The newest saved draft behind a link, whole: its author wanted it read. An expired, a revoked and a wrong link are
 * told the same.
 * @throws Failure not-found.
 */
export async function showShared({ db, siteUrl }: Parts, { agent }: Pick<Caller, 'agent'>, token: string) {
  const shared = await queries.findShared(db, token, Date.now());
  if (!shared) throw new Failure('not-found', '这个链接已经失效，或从来没有过');
  await countShareView(db, { path: `/draft/${token}`, agent });
  const rendered = await render(db, shared, siteUrl);
  return present(shared, { ...rendered, html: await withPictures(db, rendered.html, shared) });
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.findShared>>>;

function textOf({ content, title, markdown }: Row): Pick<ArticleContent, 'title' | 'markdown'> {
  return content === null ? { title, markdown } : JSON.parse(content);
}

async function render(db: Db, shared: Row, siteUrl: string) {
  const { markdown } = textOf(shared);
  // by the text itself: numbers of articles and versions come again after a restore
  const key = hashOf(markdown);
  const known = finished.get(key) ?? (await underWay.get(key));
  if (known) return known;
  const rendering = findPictureSizes(db, markdown).then((pictureSizes) =>
    renderForReading(markdown, { siteUrl, pictureSizes }),
  );
  underWay.set(key, rendering);
  try {
    const made = await rendering;
    finished.set(key, made);
    return made;
  } finally {
    underWay.delete(key);
  }
}

function present(shared: Row, { html, headings, hasDiagram, words }: Reading): SharedDraft {
  return {
    title: textOf(shared).title,
    html,
    headings: JSON.parse(headings),
    hasDiagram: hasDiagram === 1,
    words,
    minutes: readingMinutes(words),
    author: { id: shared.authorId, nickname: shared.nickname, avatar: shared.avatar },
    savedAt: isoTime(shared.savedAt ?? shared.updatedAt),
    expiresAt: isoTime(shared.expiresAt),
  };
}
