/** Nouns of the district that have calls, each loaded with its first call. */
export const contentRoutes = {
  articles: () => import('./articles/articles.routes.ts'),
  categories: () => import('./categories/categories.routes.ts'),
  collects: () => import('./collects/collects.routes.ts'),
  drafts: () => import('./drafts/drafts.routes.ts'),
  'markdown-files': () => import('./drafts/markdown-files.routes.ts'),
  quoteCards: () => import('./quote-cards/quote-cards.routes.ts'),
  redirects: () => import('./redirects/redirects.routes.ts'),
  revisions: () => import('./revisions/revisions.routes.ts'),
  series: () => import('./series/series.routes.ts'),
  shares: () => import('./shares/shares.routes.ts'),
  slugs: () => import('./slugs/slugs.routes.ts'),
  tags: () => import('./tags/tags.routes.ts'),
};
