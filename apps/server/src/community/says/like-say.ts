import { noticeKinds } from '@mojian/contract/platform/rules';
import { setLike } from '../../core/likes/likes.ts';
import { notify, withdrawNotice } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { tell } from '../../platform/stream/hub.ts';
import { openingOf } from '../comments/comment-text.ts';
import { findSeen, isGone } from './find-say.ts';
import { linkTo, subjectOf } from './say-link.ts';
import { addLikes } from './writing.queries.ts';

/**
 * Has a member like a say, stop it, or, without `like`, do the other of what is.
 * @throws Failure not-found for a say the member may not see.
 */
export function likeSay(db: Db, viewer: Viewer, asked: { id: number; like?: '0' | '1' | undefined }) {
  return db.transaction().execute((trx) => like(trx, viewer, asked));
}

async function like(trx: Trx, viewer: Viewer, { id, like }: { id: number; like?: '0' | '1' | undefined }) {
  const say = await findSeen(trx, viewer, id);
  const wanted = like === undefined ? undefined : like === '1';
  const { liked, change } = await setLike(trx, { kind: 'say', targetId: id, userId: viewer.id }, wanted);
  if (change === 0) return { liked, likes: say.likes };

  const likes = await addLikes(trx, id, change);
  if (likes === undefined) throw isGone();
  const about = { userId: say.authorId, kind: noticeKinds.like, actorId: viewer.id, subject: subjectOf(id) };
  if (change > 0) await notify(trx, { ...about, title: titleOf(say.html), text: '', link: linkTo(id) });
  else await withdrawNotice(trx, about);
  await tell(trx, { topic: 'says', type: 'say-changed', id });
  await enqueue(trx, 'drop-pages', { tags: ['sayCounts', `user:${say.authorId}`] });
  return { liked, likes };
}

const longestTitle = 20;

/** The first words of a say, as a notice names it. */
function titleOf(html: string) {
  const letters = Array.from(openingOf(html));
  return letters.length > longestTitle ? `${letters.slice(0, longestTitle).join('')}…` : letters.join('');
}
