import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { isFailure } from '@mojian/contract/platform/failures';
import { readToken } from '../../../session.ts';
import { toast } from '../../../ui/toast.ts';
import { askToLogIn } from '../../members/asks-login/ask-to-log-in.ts';
import type { CommentParts } from './parts.ts';
import { type Talk, withChange, withEdited, without, withPosted, withShown } from './talk.ts';

/** What people do with comments, and how it shows in the talk. */
export function changeTalk(calls: CommentParts['calls'], setTalk: (change: (talk: Talk) => Talk) => void) {
  return {
    posted: (comment: CommentThread) => setTalk((before) => withPosted(before, comment)),
    edited: (comment: Comment) => setTalk((before) => withEdited(before, comment)),
    like: (comment: Comment) =>
      likeAtOnce(calls, comment, (change) => setTalk((now) => withChange(now, comment.id, change))),
    release: async ({ id }: Comment) => {
      await calls.release({ body: { id } });
      setTalk((before) => withShown(before, id));
      toast('success', '已通过，大家都看得到了');
    },
    remove: async ({ id }: Comment) => {
      await calls.remove({ query: { id } });
      setTalk((before) => without(before, id));
    },
  };
}

const busy = new Set<number>();

/** At once on the page, and back with a word if it did not go through. Visitors are asked to log in. */
async function likeAtOnce(calls: CommentParts['calls'], comment: Comment, change: (to: Partial<Comment>) => void) {
  const { id, liked, likes } = comment;
  if (!readToken()) return askToLogIn();
  if (busy.has(id)) return;
  busy.add(id);
  change({ liked: !liked, likes: Math.max(0, likes + (liked ? -1 : 1)) });
  try {
    change(await calls.like({ query: { id, like: liked ? '0' : '1' } }));
  } catch (error) {
    change({ liked, likes });
    if (isFailure(error) && error.id === 'unavailable') toast('error', '操作失败，已恢复原样，请重试');
  } finally {
    busy.delete(id);
  }
}
