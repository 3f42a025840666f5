/** Pages of the site that the header may link to, in default order. */
export const menuPlaces = {
  '/': '首页',
  '/archive': '归档',
  '/say': '说说',
  '/navigation': '导航',
  '/hot': '热搜',
  '/message': '留言板',
  '/links': '友链',
  '/neighbours': '友邻',
  '/about': '关于',
} as const;

export type MenuPlace = keyof typeof menuPlaces;

/** Menu entry: a screen of the site, a page by its id, or a link. `words`: '' for its own name or title. */
export type MenuItem = { to: string; words: string; hidden: boolean };

export const mostMenuItems = 20;

/** Id of the page an entry leads to, as `/page/12`: readers get its present address. Undefined for other entries. */
export function pageOfEntry(to: string) {
  const [, id] = /^\/page\/([1-9]\d{0,8})$/.exec(to) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Whether the entry is a screen of the site, not a page or an external address. */
export function isMenuPlace(to: string): to is MenuPlace {
  return Object.hasOwn(menuPlaces, to);
}

/** Appends the pages that a later version added to the owner's menu. */
export function completeMenu(items: MenuItem[]): MenuItem[] {
  const missing = Object.keys(menuPlaces).filter((to) => !items.some((item) => item.to === to));
  return [...items, ...missing.map((to) => ({ to, words: '', hidden: false }))];
}
