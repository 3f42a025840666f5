import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import type { CallsOf } from '../../../../calls.ts';

export type ReadMarkdownFile = (
  file: File,
  options?: { onProgress?: (share: number) => void; signal?: AbortSignal },
) => Promise<MarkdownFile>;

export type ImportProps = {
  /** Null while there is no draft on the server: then nothing that is replaced needs to be kept. */
  articleId: number | null;
  /** The present text, with the newest Markdown. */
  content: () => ArticleContent;
  calls: CallsOf<'revisions'>;
  /** `readMarkdownFile` of upload.ts. */
  read: ReadMarkdownFile;
  /** Changes what is given, text included, in one step that can be undone. What stood there has been kept before. */
  replace: (part: Partial<ArticleContent>) => void;
  /** Puts Markdown where the cursor is. */
  insert: (markdown: string) => void;
  close: () => void;
};
