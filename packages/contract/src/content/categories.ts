import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

const category = z.object({ id: z.number(), name: z.string(), intro: z.string(), articles: z.number() });

export type Category = z.infer<typeof category>;

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/v1/category/',
    access: 'anyone',
    about: '全部分类与篇数',
    reply: z.array(category),
  }),
};
