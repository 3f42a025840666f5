import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import type { Me } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import type { ComponentType } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import type { UploadPicture } from '../../core/uploads/upload.ts';
import type { UnlockSettings } from '../article/why-locked.ts';

/** Site settings used by the editor. */
export type EditorSite = Pick<SiteInfo, 'name' | 'url'> & UnlockSettings;

type Calls = 'drafts' | 'revisions' | 'shares' | 'series' | 'categories' | 'tags' | 'files' | 'slugs';

/** Dependencies passed by the route. `calls` show failures in a toast, `reading` rejects. */
export type EditorDeps = {
  calls: CallsOf<Calls>;
  reading: CallsOf<Calls>;
  /** Origin of the site, such as `https://mojian.example`. */
  siteOrigin: string;
  upload: UploadPicture;
  readMarkdownFile: ReadMarkdownFile;
  /** Notifications and avatar from the site's header. */
  MemberButtons: ComponentType;
};

/** Form state shared by the editor's components. */
export type Writing = {
  me: Me;
  kind: ArticleKind;
  /** Last known server draft; null before the first save. */
  draft: Draft | null;
  /** Current content; `markdown` may lag, `markdown()` never does. */
  content: ArticleContent;
  markdown: () => string;
  /** In another tab, under review, or someone else's: nothing may be changed. */
  readOnly: boolean;
  change: (part: Partial<ArticleContent>) => void;
  /** Errors by field. */
  errors: Partial<Record<keyof ArticleContent | 'publishAt', string>>;
};

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
  isAlbum: false,
  albumPlace: '',
  albumTime: '',
  highlighting: true,
  hasAiContent: false,
  password: '',
  passwordHint: '',
};

export type ReadMarkdownFile = (
  file: File,
  options?: { onProgress?: (share: number) => void; signal?: AbortSignal },
) => Promise<MarkdownFile>;

export type ImportProps = {
  kind: ArticleKind;
  /** Null before the first save; then replaced text is not archived. */
  articleId: number | null;
  /** Current content with the newest Markdown. */
  content: () => ArticleContent;
  calls: CallsOf<'revisions'>;
  /** `uploadMarkdownFile` of upload.ts. */
  read: ReadMarkdownFile;
  /** Replaces fields in one undoable step, after the old version was archived. */
  replace: (part: Partial<ArticleContent>) => void;
  /** Inserts Markdown at the cursor. */
  insert: (markdown: string) => void;
  close: () => void;
};
