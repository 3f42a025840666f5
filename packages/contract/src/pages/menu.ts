/** The places of the site that the header leads to, in their first order. */
export const menuPlaces = {
  '/': '首页',
  '/archive': '归档',
  '/say': '说说',
  '/navigation': '导航',
  '/hot': '热搜',
  '/message': '留言板',
  '/links': '友链',
  '/about': '关于',
} as const;

export type MenuPlace = keyof typeof menuPlaces;

/** Menu entry: a page of the site or a link. `words`: '' for the page's usual name. */
export type MenuItem = { to: string; words: string; hidden: boolean };

export const mostMenuItems = 20;

/** True for a place of the site, false for an address of the owner’s own. */
export function isMenuPlace(to: string): to is MenuPlace {
  return Object.hasOwn(menuPlaces, to);
}

/** The menu as the owner has it. A place they have never seen, because it came with a later version, stands at its end. */
export function completeMenu(items: MenuItem[]): MenuItem[] {
  const missing = Object.keys(menuPlaces).filter((to) => !items.some((item) => item.to === to));
  return [...items, ...missing.map((to) => ({ to, words: '', hidden: false }))];
}
