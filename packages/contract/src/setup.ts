import { z } from 'zod';
import { email, nickname } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { newPassword } from './password.ts';

export const setup = {
  claim: endpoint({
    method: 'POST',
    path: '/v1/setup',
    access: 'anyone',
    duringMaintenance: true,
    about: '凭首次启动时打印的一次性链接设好站长账号；只成功一次',
    limit: { most: 20, seconds: 600 },
    body: z.object({
      token: z.string('缺少一次性口令').min(1, '缺少一次性口令').max(100, '一次性口令有误'),
      nickname,
      email,
      password: newPassword,
    }),
    reply: z.null(),
  }),
};
