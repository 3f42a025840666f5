import type { adminArticles, Submission } from '@mojian/contract/content/articles-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { recordAct } from '../../core/audit/audit.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { findPictureSizes } from '../../core/uploads/uploads.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { markArticle } from '../articles/mark-article.ts';
import { renderForReading } from '../articles/render-article.ts';
import * as queries from './admin-articles.queries.ts';
import { contentOf } from './content.ts';
import { lookInto } from './look-into.ts';
import type { Parts } from './publish-content.ts';
import { approveArticle, findWaiting, refuseArticle } from './review-article.ts';

const longestQueue = 100;

/**
 * A text that waits, as readers would see it, with all there is to know before deciding of it.
 * @throws Failure not-found when it does not wait, or no longer.
 */
export async function showSubmission(parts: Parts, id: number): Promise<Submission> {
  const { db, siteUrl } = parts;
  const article = await findWaiting(db, id);
  const content = await contentOf(db, article);
  const pictureSizes = await findPictureSizes(db, content.markdown);
  const rendered = await renderForReading(content.markdown, { siteUrl, pictureSizes });
  const { version, submittedAt, state, authorId } = article;
  const { title, category, tags, readType, original, sourceUrl } = content;
  return {
    ...{ id, version, title, category, tags, readType },
    isChange: state === 'published',
    html: await withPictures(db, rendered.html, { authorId }),
    words: rendered.words,
    sourceUrl: original ? '' : sourceUrl,
    submittedAt: isoTime(submittedAt ?? 0),
    author: await queries.findAuthor(db, authorId),
    found: await lookInto(parts, { id, authorId, title, markdown: content.markdown, html: rendered.html }),
    queue: await queries.listQueue(db, longestQueue),
  };
}

/** Approves or refuses the text that was read. @throws Failure stale when it is another by now, or somebody has decided. */
export async function decide(parts: Parts, viewer: Viewer, body: Input<typeof adminArticles.decide>['body']) {
  const { id, version: from, reason, recommend } = body;
  const subject = `article:${id}`;
  if (!body.approve) {
    const also = (trx: Trx) => recordAct(trx, viewer, { act: 'articles.refuse', subject, after: { reason } });
    return refuseArticle(parts.db, id, reason, { reviewerId: viewer.id, from, also });
  }
  const also = async (trx: Trx) => {
    if (recommend) await markArticle(trx, id, { recommended: 1 });
    await recordAct(trx, viewer, { act: 'articles.approve', subject, after: { recommend } });
  };
  await approveArticle(parts, id, { reviewerId: viewer.id, from, also });
}
