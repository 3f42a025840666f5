import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { written } from '../platform/fields.ts';
import { longestContent, longestTitle } from '../platform/rules.ts';

export const feedback = {
  send: endpoint({
    method: 'POST',
    path: '/v1/feedback/',
    speaks: true,
    access: 'member',
    about: '写给站长：type 1 建议，2 问题',
    limit: { most: 10, seconds: 3600 },
    body: z.object({
      type: z.union([z.literal(1), z.literal(2)], '请选择建议或问题'),
      title: written('标题', longestTitle),
      content: written('内容', longestContent),
    }),
    reply: z.null(),
  }),
};
