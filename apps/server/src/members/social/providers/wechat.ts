import { z } from 'zod';
import { type Adapter, addressOf, readAnswer } from '../adapter.ts';

const api = 'https://api.weixin.qq.com';
const id = z.string().regex(/^[\w-]{1,100}$/);
const grant = z.object({ access_token: z.string().min(1), openid: id });
const person = z.object({
  nickname: z.string(),
  headimgurl: z.string().optional(),
  /** Shared by all apps of one owner, once they are linked. */
  unionid: z.union([id, z.literal('')]).optional(),
});

/** The QR code of the open platform. The official account's reply is another way in: see ../../wechat. */
export const wechat: Adapter = {
  authorize: ({ keys, redirectUri, state }) =>
    `${addressOf(keys, 'https://open.weixin.qq.com', '/connect/qrconnect', {
      appid: keys.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state,
    })}#wechat_redirect`,

  async identify({ keys, params, ask }) {
    const granted = await ask(
      addressOf(keys, api, '/sns/oauth2/access_token', {
        appid: keys.id,
        secret: keys.secret,
        code: params.get('code') ?? '',
        grant_type: 'authorization_code',
      }),
    );
    const { access_token, openid } = await readAnswer(granted, grant);
    const shown = await ask(addressOf(keys, api, '/sns/userinfo', { access_token, openid, lang: 'zh_CN' }));
    const { nickname, headimgurl = '', unionid } = await readAnswer(shown, person);
    return {
      ...(unionid ? { subject: unionid, earlier: openid } : { subject: openid }),
      name: nickname,
      picture: headimgurl,
    };
  },

  pictures: ['qlogo.cn'],
};
