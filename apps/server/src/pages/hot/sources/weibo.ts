import { z } from 'zod';
import { browser, heat, rowsOf, type Source, title, withQuery } from './source.ts';

const row = z.object({
  word: title,
  word_scheme: z.string().max(200).optional().catch(undefined),
  num: heat,
  /** 1 marks an advertisement. */
  is_ad: z.unknown().optional(),
});
const answer = z.object({ data: z.object({ realtime: rowsOf(row) }) });

export const weibo: Source = {
  name: '微博',
  host: 'https://weibo.com',
  path: '/ajax/side/hotSearch',
  headers: { ...browser, referer: 'https://weibo.com/' },
  sites: ['weibo.com', 'weibo.cn'],
  read: (reply) =>
    answer
      .parse(reply)
      .data.realtime.filter(({ is_ad }) => is_ad !== 1)
      .map(({ word, word_scheme, num }) => ({
        title: word,
        heat: num,
        url: withQuery('https://s.weibo.com/weibo', { q: word_scheme || word }),
      })),
};
