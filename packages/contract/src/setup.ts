import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const passwordLengths = { least: 8, most: 128 } as const;

export const setup = {
  claim: endpoint({
    method: 'POST',
    path: '/v1/setup',
    access: 'anyone',
    about: '凭首次启动时打印的一次性链接设好站长账号；只成功一次',
    body: z.object({
      token: z.string('缺少一次性口令').min(1, '缺少一次性口令').max(100, '一次性口令有误'),
      nickname: z.string('请输入昵称').trim().min(1, '请输入昵称').max(20, '昵称不能超过 20 个字'),
      email: z.email('请输入正确的邮箱').max(100, '邮箱过长'),
      password: z
        .string('请输入密码')
        .min(passwordLengths.least, `密码不能少于 ${passwordLengths.least} 个字符`)
        .max(passwordLengths.most, `密码不能超过 ${passwordLengths.most} 个字符`),
    }),
    reply: z.null(),
  }),
};
