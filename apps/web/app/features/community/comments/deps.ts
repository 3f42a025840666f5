import type { CallsOf } from '../../../api/calls.ts';
import type { UploadPicture } from '../../core/uploads/upload.ts';

type Calls = CallsOf<'comments' | 'guestComments' | 'captcha'>;

/** Dependencies passed by the screen: calls, and `reading`, whose refusals are not shown in a toast. */
export type CommentDeps = {
  calls: Calls;
  reading: Pick<Calls['comments'], 'list' | 'replies' | 'mentionable'>;
  /** True where comments are closed: they can be read only. */
  isClosed?: boolean;
  upload: UploadPicture;
};

/** Article or say the comments belong to. */
export type Target = { articleId: number } | { sayId: number };

/** Topic of live events and key of browser storage. */
export function commentTopic(target: Target) {
  return 'articleId' in target ? `article:${target.articleId}` : `say:${target.sayId}`;
}

/** Key of a form: for a new comment or a reply. */
export function formKey(target: Target, replyTo?: number) {
  return `${commentTopic(target)} ${replyTo ?? ''}`;
}
