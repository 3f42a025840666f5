import type { ArticleContent } from '@mojian/contract/content/article-content';

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
