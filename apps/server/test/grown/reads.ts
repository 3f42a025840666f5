import { discussedArticle, type GrownSize } from './fill.ts';

/** A public address of a grown site; one that takes a round differs with it, so that no cache has it. */
type Read = { name: string; path: string | ((round: number) => string) };

/** Listed, free, without comments; for other rounds other ones. */
const articleOf = (size: GrownSize, round: number) => 11 + 100 * ((round * 37) % Math.floor(size.articles / 100));
const lockedOf = (size: GrownSize, round: number) => articleOf(size, round) + 12;

const tag = { common: 2, rare: 700 };
const category = 1;
/** A year before the newest, with as many articles as an archive shows on a small site too. */
const year = 2025;

/** Pages that lists of ten reach within one per cent of their end. */
const nearEnd = (size: GrownSize, share: number) => Math.max(2, Math.floor((size.articles * share) / 10));

/** Shares of the listed articles with tag 1 and in category 1, rounded down. */
const share = { all: 0.95, tag: 0.33, category: 0.2 };

/** Every page for visitors, as the routes of the web application have them. */
export function pagesOf(size: GrownSize): Read[] {
  return [
    { name: '首页', path: '/' },
    { name: '首页，最热', path: '/?by=hot' },
    { name: '首页，一个分类', path: `/?category=${category}` },
    { name: '文章', path: (round) => `/article/${articleOf(size, round)}` },
    { name: '文章，登录才能读', path: (round) => `/article/${lockedOf(size, round)}` },
    { name: '文章，评论最多', path: `/article/${discussedArticle(size)}` },
    { name: '归档', path: '/archive' },
    { name: '归档，一年', path: `/archive?year=${year}` },
    { name: '标签', path: '/tags' },
    { name: '标签，常见的一个', path: `/tags?id=${tag.common}` },
    { name: '标签，最后一页', path: `/tags?id=${tag.common}&page=${nearEnd(size, share.tag)}` },
    { name: '标签，少见的一个', path: `/tags?id=${tag.rare}` },
    { name: '分类', path: '/category' },
    { name: '分类，一个', path: `/category?id=${category}` },
    { name: '分类，最后一页', path: `/category?id=${category}&page=${nearEnd(size, share.category)}` },
    { name: '连载', path: '/series' },
    { name: '连载，一个', path: '/series/1' },
    { name: '说说', path: '/say' },
    { name: '搜索', path: '/search?q=备份' },
    { name: '搜索，两个词', path: '/search?q=春天+摄影' },
    { name: '留言', path: '/message' },
    { name: '友链', path: '/links' },
    { name: '关于', path: '/about' },
    { name: '用户', path: '/user/1' },
    { name: '用户，评论', path: '/user/1?tab=comments' },
    { name: '用户，粉丝', path: '/user/1?tab=fans' },
    { name: '没有的页面', path: '/nothing-here' },
    ...documentsOf(size),
  ];
}

/** Feeds and the sitemap, whose parts have 5,000 ids each beyond 10,000 articles. */
export function documentsOf(size: GrownSize): Read[] {
  return [
    { name: 'RSS', path: '/rss.xml' },
    { name: 'Atom', path: '/atom.xml' },
    { name: 'JSON Feed', path: '/feed.json' },
    { name: '网站地图', path: '/sitemap.xml' },
    { name: '网站地图的一部分', path: size.articles < 10_000 ? '/sitemap-1.xml' : '/sitemap-2.xml' },
    { name: '网站地图，文章之外', path: '/sitemap-0.xml' },
  ];
}

/** Every call for visitors that reads what grows. */
export function callsOf(size: GrownSize): Read[] {
  const discussed = discussedArticle(size);
  return [
    { name: '首页', path: '/v1/' },
    { name: '列表', path: '/v1/article/' },
    { name: '列表，最后一页', path: `/v1/article/?pageNo=${nearEnd(size, share.all)}` },
    { name: '列表，最热', path: '/v1/article/?sort=hot' },
    { name: '列表，最热，最后一页', path: `/v1/article/?sort=hot&pageNo=${nearEnd(size, share.all)}` },
    { name: '列表，标签', path: `/v1/article/?tagId=${tag.common}` },
    { name: '列表，标签，最后一页', path: `/v1/article/?tagId=${tag.common}&pageNo=${nearEnd(size, share.tag)}` },
    { name: '列表，标签，最热', path: `/v1/article/?tagId=${tag.common}&sort=hot` },
    { name: '列表，分类', path: `/v1/article/?categoryId=${category}` },
    { name: '列表，分类，最热', path: `/v1/article/?categoryId=${category}&sort=hot` },
    { name: '列表，分类与标签', path: `/v1/article/?categoryId=${category}&tagId=${tag.common}` },
    { name: '文章', path: (round) => `/v1/article/info?id=${articleOf(size, round)}` },
    { name: '文章，登录才能读', path: (round) => `/v1/article/info?id=${lockedOf(size, round)}` },
    { name: '搜索', path: '/v1/article/search?keyword=备份' },
    { name: '搜索，第三页', path: '/v1/article/search?keyword=备份&pageNo=3' },
    { name: '全站搜索', path: '/v1/search?q=备份' },
    { name: '全站搜索，整页', path: '/v1/search?q=备份&full=1' },
    { name: '全站搜索，一种', path: '/v1/search?q=备份&kind=comment&full=1' },
    { name: '分类目录', path: '/v1/article/categoryIndex' },
    { name: '一个分类', path: `/v1/article/category?id=${category}` },
    { name: '搜索，前半个词', path: '/v1/article/search?keyword=备' },
    { name: '用户的文章', path: '/v1/article/selectArticleByUserId?userId=1' },
    { name: '归档', path: '/v1/article/archive' },
    { name: '归档，一年', path: `/v1/article/archive?year=${year}` },
    { name: '分类', path: '/v1/category/' },
    { name: '标签', path: '/v1/tag/' },
    { name: '连载', path: '/v1/series/' },
    { name: '连载，一个', path: '/v1/series/info?id=1' },
    { name: '评论', path: `/v1/comment/?articleId=${discussed}` },
    { name: '评论，最热', path: `/v1/comment/?articleId=${discussed}&sort=hot` },
    { name: '划线', path: `/v1/highlight/?articleId=${discussed}` },
    { name: '想法', path: `/v1/comment/?articleId=${discussed}&passages=1` },
    { name: '回复', path: `/v1/comment/replies?id=${Math.ceil(size.comments * 0.9)}` },
    { name: '说说', path: '/v1/say/getSayList' },
    { name: '说说的话题', path: '/v1/say/topics' },
    { name: '说说的月份', path: '/v1/say/months' },
    { name: '一个月起的说说', path: '/v1/say/getSayList?month=2020-06' },
    { name: '前后的说说', path: `/v1/say/neighbours?id=${Math.ceil(size.says / 2)}` },
    { name: '留言', path: '/v1/message/' },
    { name: '友链', path: '/v1/link/' },
    { name: '导航', path: '/v1/site/getNavigations' },
    { name: '关于', path: '/v1/site/about' },
    { name: '用户', path: '/v1/user/info?userId=1' },
    { name: '用户的几个数', path: '/v1/user/getUserCount?id=1' },
    { name: '用户的近况', path: '/v1/user/activity?userId=1' },
    { name: '用户的近况，说说', path: '/v1/user/activity?userId=1&kind=says' },
    { name: '用户的一年', path: '/v1/user/year?userId=1' },
    { name: '用户页上的其余', path: '/v1/user/about?userId=1' },
    { name: '站点', path: '/v1/webSiteInfo' },
    { name: '粉丝', path: '/v1/followed/?userId=1&kind=fans' },
  ];
}

/** Calls of the back office that look through every article; for staff who are logged in. */
export const officeCallsOf = (): Read[] => [
  { name: '文章', path: '/v1/admin/articles/' },
  { name: '文章，搜每篇都有的词', path: '/v1/admin/articles/?text=备份' },
  { name: '文章，搜每篇都有的词，第四十页', path: '/v1/admin/articles/?text=备份&pageNo=40' },
  { name: '文章，搜每篇都有的词，最多看的', path: '/v1/admin/articles/?text=备份&sort=views' },
  { name: '文章，搜少见的词', path: '/v1/admin/articles/?text=春天 摄影 备份 雨水' },
  { name: '标签', path: '/v1/admin/tags/' },
  { name: '用户', path: '/v1/admin/users/' },
];

export const pathOf = ({ path }: Read, round: number) => encodeURI(typeof path === 'string' ? path : path(round));
