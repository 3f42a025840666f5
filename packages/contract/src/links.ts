import { z } from 'zod';
import { isBlank } from './blank.ts';
import { endpoint } from './endpoint.ts';
import { isWebAddress } from './fields.ts';

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

/** Words one must write, of a label that opens the refusal. */
export const written = (label: string, most: number, tooLong = `${label}不能超过 ${most} 个字`) =>
  z
    .string(`请输入${label}`)
    .trim()
    .refine((text) => !isBlank(text), { error: `请输入${label}`, abort: true })
    .refine((text) => text.length <= most, { error: tooLong, abort: true });
export const webAddress = (label: string) =>
  written(label, 300, `${label}过长`).refine(isWebAddress, `请输入正确的${label}`);

/** What a friend tells of their site. */
export const linkApplication = z.object({
  name: written('网站名称', 30),
  info: written('网站简介', 100),
  url: webAddress('网址'),
  avatar: webAddress('头像地址'),
  email: written('邮箱', 100, '邮箱过长').pipe(z.email('请输入正确的邮箱')),
});

export type LinkApplication = z.output<typeof linkApplication>;
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
  apply: endpoint({
    method: 'POST',
    path: '/v1/link/',
    access: 'anyone',
    changes: true,
    about: '申请友链：各项都要填，等站长审核',
    limit: { most: 5, seconds: 3600 },
    body: linkApplication,
    reply: z.null(),
  }),
};
