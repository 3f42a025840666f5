import { z } from 'zod';
import { selfTestNames } from '../core/settings-fields/field.ts';
import { get, post } from '../platform/endpoint.ts';
import { emailField } from '../platform/fields.ts';

const what = z.enum(selfTestNames, '没有这一项自检');

const result = z.object({ ok: z.boolean(), text: z.string() });

export type SelfTestResult = z.infer<typeof result>;

export const selfTests = {
  run: post('/v1/admin/self-tests', 'settings.change', {
    about: '当场试一试：发一封信、读写存储、问热搜、问社交登录、从外面访问公众号的回调地址；用的是已保存的设置',
    limit: { most: 20, seconds: 60 },
    body: z.object({ what, to: emailField('请输入邮箱').optional() }),
    reply: result,
  }),
  facts: get('/v1/admin/self-tests', 'settings.read', {
    about: '设置旁边要看的事：要填给别家的地址、存储在哪里、启动时有没有给发信服务器',
    reply: z.object({ siteUrl: z.string(), storage: z.string(), hasSmtpUrl: z.boolean() }),
  }),
};
