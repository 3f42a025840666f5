import { z } from 'zod';
import { get, post } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';

const archive = z.object({
  state: z.enum(['none', 'waiting', 'building', 'ready', 'failed']),
  /** Percent, 0 to 100. */
  progress: z.number(),
  bytes: z.number(),
  /** Why it failed, '' when it did not. */
  failure: z.string(),
  /** Time at which the archive is deleted. */
  expiresAt: time.nullable(),
});

export type DataArchive = z.infer<typeof archive>;

export const exports = {
  start: post('/v1/account/export', 'member', {
    confirmed: true,
    about: '开始打包自己的数据：JSON 与 Markdown；正在打包时不重来。要先确认密码',
    limit: { most: 10, seconds: 3600 },
    reply: archive,
  }),
  state: get('/v1/account/export', 'member', {
    about: '打包到哪里了',
    limit: { most: 120, seconds: 60 },
    reply: archive,
  }),
  address: post('/v1/account/export/address', 'member', {
    confirmed: true,
    about: '打好的包的下载地址：只用一次，5 分钟内有效。要先确认密码',
    limit: { most: 60, seconds: 600 },
    reply: z.object({ url: z.string() }),
  }),
};
