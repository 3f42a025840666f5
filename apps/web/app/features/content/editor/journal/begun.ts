import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Place } from './entry.ts';
import type { DraftCalls } from './sender.ts';

export type Begun = {
  member: number;
  place: Place;
  content: ArticleContent;
  draft: Draft | null;
  /** The last that was sent, if its answer was not heard. */
  sent: ArticleContent | null;
  /** The server has it all. */
  isSaved: boolean;
  /** What another device saved meanwhile. */
  theirs: Draft | null;
};

/** What it needs of the page: the calls, and who is logged in just now. */
export type Around = { calls: DraftCalls; who: () => number | undefined };
