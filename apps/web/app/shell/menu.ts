import type { SiteInfo } from '@mojian/contract/core/site';

/** A place of the menu. `short` is its word in the drawer and the footer, where `within` lies open. */
export type Place = { words: string; short?: string; to: string; icon: string; within?: Place[] };

/** What of the site a menu may lead to, by path. In which order, and under which words, the owner says. */
const places: Record<string, Omit<Place, 'to' | 'words'>> = {
  '/': { icon: 'home' },
  '/archive': {
    icon: 'box',
    within: [
      { words: '文章归档', short: '归档', to: '/archive', icon: 'box' },
      { words: '文章分类', short: '分类', to: '/category', icon: 'fold' },
      { words: '文章标签', short: '标签', to: '/tags', icon: 'tagi' },
    ],
  },
  '/say': { icon: 'edit' },
  '/navigation': { icon: 'compass' },
  '/hot': { icon: 'list' },
  '/message': { icon: 'mail' },
  '/links': { icon: 'link' },
  '/about': { icon: 'info', within: [{ words: '关于本站', to: '/about', icon: 'info' }] },
};

/** The one list of places: the header, the drawer and the footer are made from it. */
export function menuOf({ menu }: SiteInfo): Place[] {
  return menu.map((item) => ({ ...item, ...(places[item.to] ?? { icon: 'ext' }) }));
}

/** The same places one below the other. */
export function allPlaces(site: SiteInfo) {
  return menuOf(site).flatMap((place) => place.within ?? [place]);
}

const own = new Set(
  Object.entries(places).flatMap(([to, { within = [] }]) => [to, ...within.map((place) => place.to)]),
);

/** Leads to a screen of this app, not to what the owner added: that may be a file, a feed or another site. */
export function isScreen({ to }: Place) {
  return own.has(to);
}
