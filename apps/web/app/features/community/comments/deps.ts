import type { CallsOf } from '../../../api/calls.ts';
import type { UploadPicture } from '../../core/uploads/use-uploads.ts';

type Calls = CallsOf<'comments'>['comments'];

/** Dependencies passed by the screen: calls, and `reading`, whose refusals are not shown in a toast. */
export type CommentDeps = {
  calls: Calls;
  reading: Pick<Calls, 'list' | 'replies' | 'mentionable'>;
  /** True where comments are closed: they can be read only. */
  isClosed?: boolean;
  upload: UploadPicture;
};

/** Article or say the comments belong to. */
export type Target = { articleId: number } | { sayId: number };

/** Its name in live events, and for what this browser keeps of it. */
export function topicOf(target: Target) {
  return 'articleId' in target ? `article:${target.articleId}` : `say:${target.sayId}`;
}

/** Where something is being written: a comment, or the reply to one. */
export function placeOf(target: Target, replyTo?: number) {
  return `${topicOf(target)} ${replyTo ?? ''}`;
}
