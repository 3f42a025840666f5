/** Nouns of the district that have calls, each loaded with its first call. */
export const pagesRoutes = {
  about: () => import('./about/about.routes.ts'),
  home: () => import('./home/home.routes.ts'),
  hot: () => import('./hot/hot.routes.ts'),
  links: () => import('./links/links.routes.ts'),
  navigation: () => import('./navigation/navigation.routes.ts'),
  neighbours: () => import('./neighbours/neighbours.routes.ts'),
  search: () => import('./search/search.routes.ts'),
};
