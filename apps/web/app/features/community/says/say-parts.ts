import type { CallsOf } from '../../../calls.ts';
import type { CommentParts } from '../comments/parts.ts';

type Calls = CallsOf<'says'>['says'];

/** What the screen around gives: calls, and the same that say no refusal in a toast, for what is asked in passing. */
export type SayParts = {
  calls: Calls;
  reading: Pick<Calls, 'list' | 'topics' | 'mayPost'>;
  comments: CommentParts;
};
