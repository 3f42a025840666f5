import { z } from 'zod';
import { browser, heat, rowsOf, type Source, title, withQuery } from './source.ts';

const row = z.object({
  word: title,
  query: z.string().max(200).optional().catch(undefined),
  hotScore: heat,
  /** Truthy for rows pinned by hand. */
  isTop: z.unknown().optional(),
});
/** Rows come in the card or one level deeper. */
const rows = z.union([
  z.object({ content: rowsOf(row) }).transform(({ content }) => content),
  row.transform((one) => [one]),
]);
const answer = z.object({ data: z.object({ cards: rowsOf(z.object({ content: rowsOf(rows) })) }) });

export const baidu: Source = {
  name: '百度',
  host: 'https://top.baidu.com',
  path: '/api/board?platform=wise&tab=realtime',
  headers: { ...browser, referer: 'https://top.baidu.com/board?tab=realtime' },
  sites: ['baidu.com'],
  read: (reply) =>
    answer
      .parse(reply)
      .data.cards.flatMap(({ content }) => content.flat())
      .filter(({ isTop }) => isTop !== true)
      .map(({ word, query, hotScore }) => ({
        title: word,
        heat: hotScore,
        url: withQuery('https://www.baidu.com/s', { wd: query || word }),
      })),
};
