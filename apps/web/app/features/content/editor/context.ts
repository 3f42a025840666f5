import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import type { Me } from '@mojian/contract/core/me';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Upload } from '@mojian/contract/core/uploads';
import type { ComponentType } from 'react';
import type { CallsOf } from '../../../calls.ts';
import type { Openers } from '../article/why-shut.ts';

/** What the editor has to know of the site. */
export type EditorSite = Pick<SiteInfo, 'name' | 'url'> & Openers;

type Calls = 'drafts' | 'revisions' | 'shares' | 'series' | 'categories' | 'tags' | 'files' | 'slugs';

/** What the route gives the editor. `calls` also say a refusal in a toast, `reading` leaves that to the screen. */
export type EditorParts = {
  calls: CallsOf<Calls>;
  reading: CallsOf<Calls>;
  /** Origin of the site, such as `https://mojian.example`. */
  siteOrigin: string;
  upload: (file: Blob, options?: { onProgress?: (share: number) => void; signal?: AbortSignal }) => Promise<Upload>;
  readMarkdownFile?: ReadMarkdownFile;
  /** The bell and the face of the site's header, which the desk takes the place of. */
  Who: ComponentType;
};

/** The article as it is being written: what every part of the editor works on. */
export type Writing = {
  me: Me;
  /** As the server told of it last; null until there is one there. */
  draft: Draft | null;
  /** As it stands in this browser. The text alone may be a moment behind: `markdown()` is never. */
  content: ArticleContent;
  markdown: () => string;
  change: (part: Partial<ArticleContent>) => void;
  /** What is wrong, by field. */
  errors: Partial<Record<keyof ArticleContent | 'publishAt', string>>;
};

/** An article nothing is known of yet. */
export const blankContent: ArticleContent = {
  title: '',
  markdown: '',
  summary: '',
  cover: '',
  coverNumber: null,
  focusX: 50,
  focusY: 50,
  category: '',
  tags: [],
  keywords: '',
  original: true,
  sourceUrl: '',
  sourceAuthor: '',
  readType: 0,
  slug: '',
  description: '',
  seriesId: null,
  commenting: 'open',
};

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
