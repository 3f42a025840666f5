import { z } from 'zod';
import { signedIn } from '../core/sessions.ts';
import { get } from '../platform/endpoint.ts';

/** Seconds until a login code expires. */
export const wechatCodeSeconds = 60;

export const wechat = {
  loginCode: get('/oauth/wechatLoginCode', 'anyone', {
    about: '发给公众号的登录码，形如 DL123456，60 秒有效；extra 带公众号的名字与二维码',
    limit: { most: 20, seconds: 60 },
    reply: z.string(),
    extra: z.object({ account: z.string(), qrCode: z.string() }),
  }),
  isLogin: get('/oauth/wechat/is_login', 'anyone', {
    about: '登录码是否已有人回复：还没有时 code 为 202；只答复取码的那个浏览器',
    limit: { most: 180, seconds: 60 },
    query: z.object({ loginCode: z.string('缺少登录码').regex(/^DL\d{6}$/, '登录码有误') }),
    reply: signedIn,
  }),
};
