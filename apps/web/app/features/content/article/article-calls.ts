import type { CallsOf } from '../../../calls.ts';
import type { CommentParts } from '../../community/comments/parts.ts';

/** `reading`: asked in passing, or with a field of its own to complain below: no refusal is said in a toast. */
export type ArticleCalls = CallsOf<'articles' | 'collects' | 'follows'> & {
  reading: CallsOf<'articles'>['articles'];
  comments: CommentParts;
};
