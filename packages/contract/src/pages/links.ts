import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { perhapsWebAddress, webAddress, written } from '../platform/fields.ts';

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

/** What a friend tells of their site. */
const linkApplication = z.object({
  name: written('网站名称', 30),
  info: written('网站简介', 100),
  url: webAddress('网址'),
  /** '' where the first character of the name is to stand for it. */
  avatar: perhapsWebAddress('头像地址'),
  email: written('邮箱', 100, '邮箱过长').pipe(z.email('请输入正确的邮箱')),
});

export type LinkApplication = z.output<typeof linkApplication>;
export type FriendLink = z.infer<typeof link>;
export type FriendLinks = z.infer<typeof friendLinks>;

export const links = {
  list: endpoint({
    method: 'GET',
    path: '/v1/link/',
    feature: 'links',
    access: 'anyone',
    about: '友链：按组，连同本站的名片',
    reply: friendLinks,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/v1/link/',
    speaks: true,
    feature: 'links',
    access: 'anyone',
    changes: true,
    about: '申请友链：头像之外都要填，等站长审核',
    limit: { most: 5, seconds: 3600 },
    body: linkApplication,
    reply: z.null(),
  }),
};
