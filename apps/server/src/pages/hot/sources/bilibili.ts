import { z } from 'zod';
import { browser, heat, rowsOf, type Source, title } from './source.ts';

const row = z.object({
  title,
  bvid: z.string().regex(/^BV[0-9A-Za-z]{10}$/),
  stat: z.object({ view: heat }).catch({ view: null }),
});
const answer = z.object({ data: z.object({ list: rowsOf(row) }) });

export const bilibili: Source = {
  name: '哔哩哔哩',
  host: 'https://api.bilibili.com',
  path: '/x/web-interface/popular?ps=50&pn=1',
  headers: { ...browser, referer: 'https://www.bilibili.com/' },
  sites: ['bilibili.com', 'b23.tv'],
  read: (reply) =>
    answer.parse(reply).data.list.map(({ title, bvid, stat }) => ({
      title,
      heat: stat.view,
      url: `https://www.bilibili.com/video/${bvid}`,
    })),
};
