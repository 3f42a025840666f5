import { readTypes } from '@mojian/contract/platform/rules';
import type { Schema } from '../../platform/db/schema.ts';

/** An article as its author gives it. What is left out of category and tags is taken away from a saved one. */
export type ArticleDraft = {
  authorId: number;
  title: string;
  markdown: string;
  /** Made from what anyone may read when left out or empty. */
  summary?: string | undefined;
  category?: string | null | undefined;
  tags?: string[] | undefined;
  cover?: string | undefined;
  coverNumber?: number | null | undefined;
  keywords?: string | undefined;
  original?: boolean | undefined;
  sourceUrl?: string | undefined;
  sourceAuthor?: string | undefined;
  /** What of the cover stays in sight, in per cent. */
  focusX?: number | undefined;
  focusY?: number | undefined;
  slug?: string | null | undefined;
  description?: string | undefined;
  seriesId?: number | null | undefined;
  readType?: number | undefined;
  commenting?: 'open' | 'closed' | 'hidden' | undefined;
  state: Schema['articles']['state'];
  pinned?: boolean | undefined;
  featured?: boolean | undefined;
  recommended?: boolean | undefined;
  /** Milliseconds. Published without one means now. */
  publishedAt: number | null;
  updatedAt?: number | undefined;
  importKey?: string | undefined;
  importHash?: string | undefined;
  /** Milliseconds. Given for what nobody is to be told of any more. */
  announcedAt?: number | undefined;
};

/**
 * A draft both databases can keep: PostgreSQL takes no NUL and neither takes half a surrogate pair. Names of tags and
 * categories lose the white space that cannot be seen, and empty or repeated ones go.
 */
export function tidyDraft(draft: ArticleDraft): ArticleDraft {
  return {
    ...draft,
    ...standing(draft),
    title: oneLine(draft.title),
    markdown: storable(draft.markdown),
    summary: oneLine(draft.summary ?? ''),
    category: oneLine(draft.category ?? '') || null,
    tags: [...new Set((draft.tags ?? []).map(oneLine))].filter(Boolean),
    cover: draft.cover && storable(draft.cover),
    keywords: draft.keywords && oneLine(draft.keywords),
    sourceUrl: draft.sourceUrl && storable(draft.sourceUrl),
    sourceAuthor: draft.sourceAuthor && oneLine(draft.sourceAuthor),
    description: draft.description && oneLine(draft.description),
  };
}

/** What is its author's alone has a state of its own: whatever asks for published articles never meets it. */
function standing({ state, readType }: ArticleDraft): Pick<ArticleDraft, 'state' | 'readType'> {
  const isPrivate = state === 'private' || readType === readTypes.onlyAuthor;
  return isPrivate ? { state: 'private', readType: readTypes.onlyAuthor } : { state, readType };
}

function oneLine(text: string) {
  return storable(text).replace(/\s+/g, ' ').trim();
}

function storable(text: string) {
  return text.toWellFormed().replaceAll('\0', '');
}
