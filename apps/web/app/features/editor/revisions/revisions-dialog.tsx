import type { Client } from '@mojian/client';
import type { ArticleContent } from '@mojian/contract/article-content';
import { Dialog } from '../../../ui/dialog.tsx';

export type RevisionsProps = {
  articleId: number;
  /** The present text, with the newest Markdown: taken when the dialog opens. */
  content: ArticleContent;
  calls: Pick<Client, 'revisions'>;
  /** Makes a kept text the editor's, in one step that can be undone. What stood there has been kept before. */
  restore: (content: ArticleContent) => void;
  close: () => void;
};

/** The history of an article: what each kept text was, how it differs from the present one, and the way back to it. */
export function RevisionsDialog({ close }: RevisionsProps) {
  return (
    <Dialog label="历史版本" className="dialog" onClose={close}>
      <h2>历史版本</h2>
    </Dialog>
  );
}
