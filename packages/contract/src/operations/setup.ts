import { z } from 'zod';
import { signedIn } from '../core/me.ts';
import { email, nickname } from '../members/accounts.ts';
import { newPassword } from '../members/password.ts';
import { endpoint } from '../platform/endpoint.ts';

const token = z.string('一次性链接不完整').min(1, '一次性链接不完整').max(100, '一次性链接有误');
const limit = { most: 20, seconds: 600 };

export const setup = {
  check: endpoint({
    method: 'POST',
    path: '/v1/setup/check',
    access: 'anyone',
    about: '一次性链接还能不能用：good 能，used 站点已经有了站长，wrong 不是最新的链接',
    limit,
    body: z.object({ token }),
    reply: z.object({ state: z.enum(['good', 'used', 'wrong']) }),
  }),
  claim: endpoint({
    method: 'POST',
    path: '/v1/setup',
    access: 'anyone',
    duringMaintenance: true,
    about: '凭首次启动时打印的一次性链接创建站长账号并登录；只成功一次',
    limit,
    body: z.object({ token, nickname, email, password: newPassword }),
    reply: signedIn,
  }),
};
