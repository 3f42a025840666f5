import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Me } from '@mojian/contract/core/me';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Upload } from '@mojian/contract/core/uploads';
import type { ComponentType } from 'react';
import type { CallsOf } from '../../../calls.ts';
import type { Openers } from '../article/why-shut.ts';
import type { ReadMarkdownFile } from './import/import-props.ts';

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
