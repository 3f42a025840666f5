/** A place of the menu. `short` is its word in the drawer and the footer, where `within` lies open. */
export type Place = { words: string; short?: string; to: string; icon: string; within?: Place[] };

/** The one list of places: the header, the drawer and the footer are made from it. */
export const menu: Place[] = [
  { words: '首页', to: '/', icon: 'home' },
  {
    words: '归档',
    to: '/archive',
    icon: 'box',
    within: [
      { words: '文章归档', short: '归档', to: '/archive', icon: 'box' },
      { words: '文章分类', short: '分类', to: '/category', icon: 'fold' },
      { words: '文章标签', short: '标签', to: '/tags', icon: 'tagi' },
    ],
  },
  { words: '说说', to: '/say', icon: 'edit' },
  { words: '导航', to: '/navigation', icon: 'compass' },
  { words: '热搜', to: '/hot', icon: 'list' },
  { words: '留言板', to: '/message', icon: 'mail' },
  { words: '友链', to: '/links', icon: 'link' },
  {
    words: '关于',
    to: '/about',
    icon: 'info',
    within: [{ words: '关于本站', to: '/about', icon: 'info' }],
  },
];

/** The same places one below the other. */
export const allPlaces = menu.flatMap((place) => place.within ?? [place]);
