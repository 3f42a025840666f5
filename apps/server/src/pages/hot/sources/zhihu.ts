import { z } from 'zod';
import { browser, heat, rowsOf, type Source, title } from './source.ts';

/** Takes the id from the URL: `target.id` exceeds a double and arrives rounded. */
const question = z
  .string()
  .transform((url) => /\/questions?\/(\d{1,20})$/.exec(url)?.[1])
  .pipe(z.string());

const row = z.object({ target: z.object({ title, url: question }), detail_text: heat });
const answer = z.object({ data: rowsOf(row) });

export const zhihu: Source = {
  name: '知乎',
  host: 'https://api.zhihu.com',
  path: '/topstory/hot-lists/total?limit=50',
  headers: browser,
  sites: ['zhihu.com'],
  read: (reply) =>
    answer.parse(reply).data.map(({ target, detail_text }) => ({
      title: target.title,
      heat: detail_text,
      url: `https://www.zhihu.com/question/${target.url}`,
    })),
};
