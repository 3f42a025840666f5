import { noticeKinds } from '@mojian/contract/platform/rules';
import { forgetSomeNotices, notifyAll } from '../../core/notices/notify-many.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { holdPublished, listFollowers } from './announce.queries.ts';

export const tellFollowers = 'tell-followers';
export const untellFollowers = 'untell-followers';

/** A transaction holds the whole site up on SQLite: this many take some ten milliseconds. */
const atOnce = 100;

type Step = { articleId: number; after: number };

/** Tells some of the followers, and leaves word to go on with the next. Ends when the article is no longer there. */
export function tellSomeFollowers(db: Db, step: Step) {
  return db.transaction().execute((trx) => tellSome(trx, step));
}

async function tellSome(trx: Trx, { articleId, after }: Step) {
  const article = await holdPublished(trx, articleId);
  if (!article) return;
  const { title, authorId } = article;
  const followers = await listFollowers(trx, { authorId, after, limit: atOnce });
  await notifyAll(trx, followers, {
    kind: noticeKinds.follow,
    reason: 'published',
    subject: subjectOf(articleId),
    actorId: authorId,
    title,
    text: '',
    link: `/article/${articleId}`,
  });
  const last = followers[atOnce - 1];
  if (last !== undefined) await enqueue(trx, tellFollowers, { articleId, after: last });
}

/** Takes back some of what they were told, unless it is published again by now. */
export function untellSomeFollowers(db: Db, { articleId }: Pick<Step, 'articleId'>) {
  return db.transaction().execute((trx) => untellSome(trx, articleId));
}

async function untellSome(trx: Trx, articleId: number) {
  if (await holdPublished(trx, articleId)) return;
  const gone = await forgetSomeNotices(trx, subjectOf(articleId), atOnce);
  if (gone === atOnce) await enqueue(trx, untellFollowers, { articleId });
}

function subjectOf(articleId: number) {
  return `published:${articleId}`;
}
