import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { mayPublish, mayWritePages } from '../../core/identity/roles.ts';
import { notify } from '../../core/notices/notify.ts';
import { changed } from '../../core/notices/office-changes.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { raiseVersion } from '../article-rows/article-rows.ts';
import { prepareArticle } from '../articles/save-article.ts';
import { writtenContent } from './content.ts';
import { findWithDraft, listDueArticles, type WithDraft } from './drafts.queries.ts';
import { draftOf, type PublishDeps, unschedule, writePublished } from './publish.ts';
import { putForReview } from './submit.ts';

type Due = Awaited<ReturnType<typeof listDueArticles>>[number];

/**
 * Publishes what is due, once across processes: the second finds another version. One failure does not block the rest.
 * @throws the first error, after all were tried
 */
export async function publishDue(deps: PublishDeps, stopping?: AbortSignal, now = Date.now()) {
  const errors: unknown[] = [];
  for (const due of await listDueArticles(deps.db, now)) {
    if (stopping?.aborted) break;
    await publishOne(deps, due, now).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

/** Publishes the scheduled text, whatever its author has written since. */
async function publishOne({ db, search, siteUrl }: PublishDeps, { id, role, importKey }: Due, now: number) {
  const article = await findWithDraft(db, id);
  const time = article?.publishedAt ?? now;
  if (article?.state !== 'scheduled' || article.removedAt !== null || time > now) return;
  const content = await writtenContent(db, article);
  // the owner decided on the time of what was imported.
  const isAllowed = importKey !== null || (await mayPublishNow(db, article, { role }));
  const due = { ...draftOf(article, content, null), publishedAt: time, updatedAt: time };
  const ready = isAllowed ? await prepareArticle({ db, siteUrl }, due) : undefined;
  await db
    .transaction()
    .execute(async (trx) => {
      if (ready) await writePublished(trx, search, { article, content, ready });
      else await takeFromSchedule(trx, article, content);
      await publishEvents(trx, changed('articles'));
    })
    .catch(unlessChanged);
}

async function mayPublishNow(db: Db, { kind }: WithDraft, author: Pick<Due, 'role'>) {
  if (kind === 'page') return mayWritePages(author);
  const { writing } = await readSettings(db);
  return mayPublish(author, writing);
}

/** Submits the text for review; a page, and a text its author has changed since, becomes a draft again. */
async function takeFromSchedule(trx: Trx, article: WithDraft, content: ArticleContent) {
  const { id, authorId, words, version } = article;
  const isSubmitted = article.kind === 'article' && article.content === null;
  if (isSubmitted) await putForReview(trx, article, { content, words });
  else {
    if (!(await raiseVersion(trx, id, version))) throw new Failure('stale');
    await unschedule(trx, article);
  }
  await notify(trx, {
    userId: authorId,
    kind: noticeKinds.system,
    actorId: null,
    subject: `draft:${id}`,
    title: isSubmitted ? '到时的文章改为等待审核' : '到时的文章没有发布，回到了草稿',
    text: `《${article.title}》：你现在没有直接发布的权限`,
    link: `/newposts?id=${id}`,
  });
}

/** Published by another process or being saved: the next round retries. */
function unlessChanged(error: unknown) {
  if (!isFailure(error) || error.id !== 'stale') throw error;
}
