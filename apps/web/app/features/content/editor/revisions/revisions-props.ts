import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { CallsOf } from '../../../../calls.ts';

export type RevisionsProps = {
  articleId: number;
  /** The present text, with the newest Markdown: taken when the dialog opens. */
  content: ArticleContent;
  calls: CallsOf<'revisions'>;
  /** Makes a kept text the editor's, in one step that can be undone. What stood there has been kept before. */
  restore: (content: ArticleContent) => void;
  close: () => void;
};
