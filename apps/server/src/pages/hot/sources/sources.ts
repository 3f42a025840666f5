import type { HotType } from '@mojian/contract/pages/hot';
import { dayLength } from '@mojian/contract/platform/time';
import { z } from 'zod';
import { browser, digits, heat, rowsOf, type Source, title, withQuery } from './source.ts';

const weiboRow = z.object({
  word: title,
  word_scheme: z.string().max(200).optional().catch(undefined),
  num: heat,
  /** 1 marks an advertisement. */
  is_ad: z.unknown().optional(),
});
const weiboReply = z.object({ data: z.object({ realtime: rowsOf(weiboRow) }) });

const weibo: Source = {
  name: '微博',
  host: 'https://weibo.com',
  path: '/ajax/side/hotSearch',
  headers: { ...browser, referer: 'https://weibo.com/' },
  sites: ['weibo.com', 'weibo.cn'],
  read: (reply) =>
    weiboReply
      .parse(reply)
      .data.realtime.filter(({ is_ad }) => is_ad !== 1)
      .map(({ word, word_scheme, num }) => ({
        title: word,
        heat: num,
        url: withQuery('https://s.weibo.com/weibo', { q: word_scheme || word }),
      })),
};

const baiduRow = z.object({
  word: title,
  query: z.string().max(200).optional().catch(undefined),
  hotScore: heat,
  /** Truthy for rows pinned by hand. */
  isTop: z.unknown().optional(),
});
/** Rows of 百度 come in the card or one level deeper. */
const baiduRows = z.union([
  z.object({ content: rowsOf(baiduRow) }).transform(({ content }) => content),
  baiduRow.transform((one) => [one]),
]);
const baiduReply = z.object({ data: z.object({ cards: rowsOf(z.object({ content: rowsOf(baiduRows) })) }) });

const baidu: Source = {
  name: '百度',
  host: 'https://top.baidu.com',
  path: '/api/board?platform=wise&tab=realtime',
  headers: { ...browser, referer: 'https://top.baidu.com/board?tab=realtime' },
  sites: ['baidu.com'],
  read: (reply) =>
    baiduReply
      .parse(reply)
      .data.cards.flatMap(({ content }) => content.flat())
      .filter(({ isTop }) => isTop !== true)
      .map(({ word, query, hotScore }) => ({
        title: word,
        heat: hotScore,
        url: withQuery('https://www.baidu.com/s', { wd: query || word }),
      })),
};

/** Takes the id from the URL: `target.id` exceeds a double and arrives rounded. */
const question = z
  .string()
  .transform((url) => /\/questions?\/(\d{1,20})$/.exec(url)?.[1])
  .pipe(z.string());

const zhihuRow = z.object({ target: z.object({ title, url: question }), detail_text: heat });
const zhihuReply = z.object({ data: rowsOf(zhihuRow) });

const zhihu: Source = {
  name: '知乎',
  host: 'https://api.zhihu.com',
  path: '/topstory/hot-lists/total?limit=50',
  headers: browser,
  sites: ['zhihu.com'],
  read: (reply) =>
    zhihuReply.parse(reply).data.map(({ target, detail_text }) => ({
      title: target.title,
      heat: detail_text,
      url: `https://www.zhihu.com/question/${target.url}`,
    })),
};

const bilibiliRow = z.object({
  title,
  bvid: z.string().regex(/^BV[0-9A-Za-z]{10}$/),
  stat: z.object({ view: heat }).catch({ view: null }),
});
const bilibiliReply = z.object({ data: z.object({ list: rowsOf(bilibiliRow) }) });

const bilibili: Source = {
  name: '哔哩哔哩',
  host: 'https://api.bilibili.com',
  path: '/x/web-interface/popular?ps=50&pn=1',
  headers: { ...browser, referer: 'https://www.bilibili.com/' },
  sites: ['bilibili.com', 'b23.tv'],
  read: (reply) =>
    bilibiliReply.parse(reply).data.list.map(({ title, bvid, stat }) => ({
      title,
      heat: stat.view,
      url: `https://www.bilibili.com/video/${bvid}`,
    })),
};

const douyinRow = z.object({ word: title, hot_value: heat, sentence_id: digits.optional().catch(undefined) });
const douyinReply = z.object({ word_list: rowsOf(douyinRow) });

const douyin: Source = {
  name: '抖音',
  host: 'https://www.iesdouyin.com',
  path: '/web/api/v2/hotsearch/billboard/word/',
  headers: { ...browser, referer: 'https://www.douyin.com/' },
  sites: ['douyin.com'],
  read: (reply) =>
    douyinReply.parse(reply).word_list.map(({ word, hot_value, sentence_id }) => ({
      title: word,
      heat: hot_value,
      url: `https://www.douyin.com/${sentence_id ? `hot/${sentence_id}` : `search/${encodeURIComponent(word)}`}`,
    })),
};

const toutiaoRow = z.object({ Title: title, ClusterIdStr: digits, HotValue: heat });
const toutiaoReply = z.object({ data: rowsOf(toutiaoRow) });

const toutiao: Source = {
  name: '今日头条',
  host: 'https://www.toutiao.com',
  path: '/hot-event/hot-board/?origin=toutiao_pc',
  headers: { ...browser, referer: 'https://www.toutiao.com/' },
  sites: ['toutiao.com'],
  read: (reply) =>
    toutiaoReply.parse(reply).data.map(({ Title, ClusterIdStr, HotValue }) => ({
      title: Title,
      heat: HotValue,
      url: `https://www.toutiao.com/trending/${ClusterIdStr}/`,
    })),
};

const juejinRow = z.object({
  content: z.object({ content_id: digits, title }),
  content_counter: z.object({ hot_rank: heat }).catch({ hot_rank: null }),
});
const juejinReply = z.object({ data: rowsOf(juejinRow) });

const juejin: Source = {
  name: '掘金',
  host: 'https://api.juejin.cn',
  path: '/content_api/v1/content/article_rank?category_id=1&type=hot',
  headers: { ...browser, referer: 'https://juejin.cn/' },
  sites: ['juejin.cn'],
  read: (reply) =>
    juejinReply.parse(reply).data.map(({ content, content_counter }) => ({
      title: content.title,
      heat: content_counter.hot_rank,
      url: `https://juejin.cn/post/${content.content_id}`,
    })),
};

const week = 7 * dayLength;

const githubRow = z.object({
  full_name: z.string().regex(/^[\w.-]{1,50}\/[\w.-]{1,100}$/),
  description: z.string().nullish().catch(null),
  stargazers_count: heat,
});
const githubReply = z.object({ items: rowsOf(githubRow) });

/** The trending page has no API; the search lists the week's most starred new repositories. */
const github: Source = {
  name: 'GitHub',
  host: 'https://api.github.com',
  path: (now) =>
    withQuery('/search/repositories', {
      q: `created:>=${new Date(now - week).toISOString().slice(0, 10)}`,
      sort: 'stars',
      order: 'desc',
      per_page: '50',
    }),
  headers: { accept: 'application/vnd.github+json', 'user-agent': 'mojian', 'x-github-api-version': '2022-11-28' },
  sites: ['github.com'],
  read: (reply) =>
    githubReply.parse(reply).items.map(({ full_name, description, stargazers_count }) => ({
      title: title.parse([full_name.split('/')[1], description].filter(Boolean).join('：')),
      heat: stargazers_count,
      url: `https://github.com/${full_name}`,
    })),
};

const hackernewsRow = z.object({ title, objectID: digits, points: heat });
const hackernewsReply = z.object({ hits: rowsOf(hackernewsRow) });

/** Links to the discussion, since stories may lead to any host. */
const linkOf = (id: string) => withQuery('https://news.ycombinator.com/item', { id });

const hackernews: Source = {
  name: 'Hacker News',
  host: 'https://hn.algolia.com',
  path: '/api/v1/search?tags=front_page&hitsPerPage=50',
  headers: { accept: 'application/json', 'user-agent': 'mojian' },
  sites: ['news.ycombinator.com'],
  linkOf,
  read: (reply) =>
    hackernewsReply
      .parse(reply)
      .hits.map(({ title, objectID, points }) => ({ title, heat: points, url: linkOf(objectID) }))
      .sort((a, b) => Number(b.heat) - Number(a.heat)), // the search has an order of its own
};

export const sources: Record<HotType, Source> = {
  weibo,
  baidu,
  zhihu,
  bilibili,
  douyin,
  toutiao,
  juejin,
  github,
  hackernews,
};
