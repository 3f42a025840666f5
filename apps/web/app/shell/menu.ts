import type { SiteInfo } from '@mojian/contract/core/site';

/** A place of the menu. `short` is its label in the drawer and the footer, where submenus are flat. */
export type Place = { words: string; short?: string; to: string; icon: string; within?: Place[] };

/** Screens a menu may link to, by path. The owner chooses order and labels. */
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
  '/neighbours': { icon: 'rss' },
  '/about': { icon: 'info', within: [{ words: '关于本站', to: '/about', icon: 'info' }] },
};

/** The menu that header, drawer and footer show. */
export function menuOf({ menu }: SiteInfo): Place[] {
  return menu.map((item) => ({ ...item, ...(places[item.to] ?? { icon: isPage(item.to) ? 'file' : 'ext' }) }));
}

/** The menu flattened. */
export function allPlaces(site: SiteInfo) {
  return menuOf(site).flatMap((place) => place.within ?? [place]);
}

/** The path if the menu links to it, for the header to mark the entry; '' otherwise. */
export function hereInMenu(site: SiteInfo, path: string) {
  return allPlaces(site).some(({ to }) => to === path) ? path : '';
}

const own = new Set(
  Object.entries(places).flatMap(([to, { within = [] }]) => [to, ...within.map((place) => place.to)]),
);

/** True for a screen or page of this app; the owner's own entries may be files, feeds or other sites. */
export function isScreen({ to }: Place) {
  return own.has(to) || isPage(to);
}

const isPage = (to: string) => to.startsWith('/page/');
