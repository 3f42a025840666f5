import { z } from 'zod';
import { get, post } from '../platform/endpoint.ts';

const from = z
  .string('请输入旧的网址')
  .trim()
  .min(1, '请输入旧的网址')
  .max(300, '旧的网址过长')
  .refine((text) => !/[\s@]/.test(text), '旧的网址不对，请照从前地址栏里的写全');

const sample = z.object({ before: z.string(), after: z.string() });

/** Kinds of texts with addresses of the former domain, and some of those addresses. */
const movePreview = z.object({
  from: z.string(),
  to: z.string(),
  places: z.array(z.object({ name: z.string(), count: z.number(), samples: z.array(sample) })),
});

export type MovePreview = z.infer<typeof movePreview>;

export const adminDomain = {
  preview: get('/v1/admin/domain/', 'settings.own', {
    about: '换域名会改哪些地方：写着旧网址的各种文字各有多少，举几个例子；只看不改',
    limit: { most: 20, seconds: 60 },
    query: z.object({ from }),
    reply: movePreview,
  }),
  move: post('/v1/admin/domain/', 'settings.own', {
    about: '先备份，再把写着的旧网址换成现在的；要先确认密码',
    limit: { most: 5, seconds: 60 },
    body: z.object({ from }),
    reply: z.object({
      /** Name of the backup made before. */
      backup: z.string(),
      places: z.array(z.object({ name: z.string(), count: z.number() })),
      /** Texts that were not changed, with the reason; the next time goes on with them. */
      failed: z.array(z.string()),
    }),
  }),
};
