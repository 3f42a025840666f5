import { z } from 'zod';
import { browser, digits, heat, rowsOf, type Source, title } from './source.ts';

const row = z.object({
  content: z.object({ content_id: digits, title }),
  content_counter: z.object({ hot_rank: heat }).catch({ hot_rank: null }),
});
const answer = z.object({ data: rowsOf(row) });

export const juejin: Source = {
  name: '掘金',
  host: 'https://api.juejin.cn',
  path: '/content_api/v1/content/article_rank?category_id=1&type=hot',
  headers: { ...browser, referer: 'https://juejin.cn/' },
  sites: ['juejin.cn'],
  read: (reply) =>
    answer.parse(reply).data.map(({ content, content_counter }) => ({
      title: content.title,
      heat: content_counter.hot_rank,
      url: `https://juejin.cn/post/${content.content_id}`,
    })),
};
