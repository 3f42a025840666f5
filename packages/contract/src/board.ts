import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery, time } from './fields.ts';

const boardMessage = z.object({
  id: z.number(),
  nickname: z.string(),
  /** Address of the member's own picture, or '' for a visitor and a member without one. */
  avatar: z.string(),
  /** Province or country, or ''. */
  place: z.string(),
  /** Plain text, never HTML. */
  text: z.string(),
  createdAt: time,
});

export type BoardMessage = z.infer<typeof boardMessage>;

export const board = {
  list: endpoint({
    method: 'GET',
    path: '/v1/message/',
    access: 'anyone',
    about: '留言板，新的在前',
    query: pageQuery,
    reply: pageOf(boardMessage),
  }),
};
