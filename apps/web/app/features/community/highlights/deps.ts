import type { OwnHighlight, Passage } from '@mojian/contract/community/highlights';
import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { Quote } from '@mojian/markdown/find-quote';
import type { CallsOf } from '../../../api/calls.ts';
import type { QuoteCardCalls } from '../../content/quote-cards/open-quote-card.tsx';
import type { CommentDeps } from '../comments/deps.ts';

type Calls = CallsOf<'highlights'>['highlights'];

/** `reading` rejects without a toast. */
export type HighlightDeps = {
  article: Pick<ArticleInfo, 'id' | 'commenting' | 'highlights'>;
  calls: Calls;
  reading: Pick<Calls, 'list' | 'add'>;
  quoteCards: QuoteCardCalls;
  comments: CommentDeps;
};

/** Highlight of the reader: on the server, or without an id on this device. */
export type Own = Omit<OwnHighlight, 'id'> & { id?: number };

/** Sentence that a panel of thoughts is about: the passages in it, and who marked it. */
export type Sentence = { quote: Quote; ids: number[] } & Pick<Passage, 'people' | 'thoughts'>;

/** Key of browser storage: a visitor's highlights on this device, or the thought being written in this tab. */
export const ownKey = (articleId: number) => `highlights ${articleId}`;
export const openKey = (articleId: number) => `thought ${articleId}`;
