import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const link = z.object({
  id: z.number(),
  name: z.string(),
  /** http or https. */
  url: z.string(),
  info: z.string(),
  avatar: z.string(),
  /** False once the daily check could not reach it. */
  reachable: z.boolean(),
});

const friendLinks = z.object({
  count: z.number(),
  groups: z.array(z.object({ name: z.string(), links: z.array(link) })),
  /** What a friend copies to link here. `avatar` is a whole address, or ''. */
  own: z.object({ name: z.string(), url: z.string(), info: z.string(), avatar: z.string() }),
});

export type FriendLink = z.infer<typeof link>;
export type FriendLinks = z.infer<typeof friendLinks>;

export const links = {
  list: endpoint({
    method: 'GET',
    path: '/v1/link/',
    access: 'anyone',
    about: '友链：按组，连同本站的名片',
    reply: friendLinks,
  }),
};
