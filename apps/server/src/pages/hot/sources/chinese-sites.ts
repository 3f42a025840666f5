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

export const weibo: Source = {
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

export const baidu: Source = {
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

export const zhihu: Source = {
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

export const bilibili: Source = {
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

export const douyin: Source = {
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

export const toutiao: Source = {
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
