import type { CallsOf } from '../../../api/calls.ts';
import type { UploadPicture } from '../../core/uploads/use-uploads.ts';

type Calls = CallsOf<'comments'>['comments'];

/** What the screen around gives: calls, and the same that say no refusal in a toast, for what is asked in passing. */
export type CommentParts = {
  calls: Calls;
  reading: Pick<Calls, 'list' | 'replies' | 'mentionable'>;
  /** Nothing is added: what was said is read. */
  isClosed?: boolean;
  upload: UploadPicture;
};

/** What is commented on. */
export type Target = { articleId: number } | { sayId: number };

/** Its name in live events, and for what this browser keeps of it. */
export function topicOf(target: Target) {
  return 'articleId' in target ? `article:${target.articleId}` : `say:${target.sayId}`;
}

/** Where something is being written: a comment, or the reply to one. */
export function placeOf(target: Target, replyTo?: number) {
  return `${topicOf(target)} ${replyTo ?? ''}`;
}
