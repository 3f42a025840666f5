import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

const tag = z.object({ id: z.number(), name: z.string(), articles: z.number() });

export type Tag = z.infer<typeof tag>;

export const tags = {
  list: endpoint({
    method: 'GET',
    path: '/v1/tag/',
    access: 'anyone',
    about: '全部标签与篇数，多的在前',
    reply: z.array(tag),
  }),
};
