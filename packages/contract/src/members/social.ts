import { z } from 'zod';
import { providerNumbers, providers } from '../core/social-providers.ts';
import { del, get, post } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';

/** A provider by name or by number. */
const type = z
  .string()
  .transform((value) => providers.find((name) => name === value || String(providerNumbers[name]) === value))
  .pipe(z.enum(providers, '没有这种登录方式'));

const link = z.object({
  provider: z.enum([...providers, 'wechat-account']),
  /** Name of the account at the provider. */
  name: z.string(),
  linkedAt: time,
});

export type SocialLink = z.infer<typeof link>;

export const social = {
  render: get('/oauth/render/:type', 'anyone', {
    about: '去 qq、gitee、weibo、wechat、github（或它们的编号）登录的地址',
    limit: { most: 30, seconds: 60 },
    params: z.object({ type }),
    reply: z.url(),
  }),
  startLinking: post('/v1/social/:type', 'member', {
    confirmed: true,
    about: '去绑定另一种登录方式的地址。要先确认密码',
    limit: { most: 30, seconds: 60 },
    params: z.object({ type }),
    reply: z.url(),
  }),
  list: get('/v1/social/', 'member', {
    about: '自己绑定的登录方式',
    reply: z.array(link),
  }),
  unlink: del('/v1/social/', 'member', {
    about: '解除绑定；最后一种登录方式不能解除',
    limit: { most: 20, seconds: 600 },
    query: z.object({ provider: z.enum([...providers, 'wechat-account'], '没有这种登录方式') }),
  }),
};
