import { providers } from '@mojian/contract/core/social-providers';
import { expect, test } from 'vitest';
import { adapters } from './social-login.ts';

/** Addresses of the providers, from their documentation: the stand-ins of the other tests share one. */
const documented = {
  qq: {
    authorize: 'https://graph.qq.com/oauth2.0/authorize',
    asked: [
      'https://graph.qq.com/oauth2.0/token',
      'https://graph.qq.com/oauth2.0/me',
      'https://graph.qq.com/user/get_user_info',
    ],
  },
  weibo: {
    authorize: 'https://api.weibo.com/oauth2/authorize',
    asked: ['https://api.weibo.com/oauth2/access_token', 'https://api.weibo.com/2/users/show.json'],
  },
  gitee: {
    authorize: 'https://gitee.com/oauth/authorize',
    asked: ['https://gitee.com/oauth/token', 'https://gitee.com/api/v5/user'],
  },
  wechat: {
    authorize: 'https://open.weixin.qq.com/connect/qrconnect',
    asked: ['https://api.weixin.qq.com/sns/oauth2/access_token', 'https://api.weixin.qq.com/sns/userinfo'],
  },
  github: {
    authorize: 'https://github.com/login/oauth/authorize',
    asked: ['https://github.com/login/oauth/access_token', 'https://api.github.com/user'],
  },
};

/** Enough of an answer for every question of every provider. */
const answer = {
  access_token: 'token',
  token_type: 'bearer',
  uid: '7',
  openid: 'openid',
  client_id: 'id',
  id: 7,
  login: '沈砚',
  nickname: '沈砚',
  screen_name: '沈砚',
};

const keys = { id: 'id', secret: 'secret', base: '' };
const withoutQuery = (address: string) => address.replace(/[?#].*$/, '');

test.each(providers)('%s is asked at its own addresses', async (provider) => {
  const way = { keys, redirectUri: `https://mojian.example/oauth/callback/${provider}`, state: 'state' };
  expect(withoutQuery(adapters[provider].authorize({ ...way, challenge: 'challenge' }))).toBe(
    documented[provider].authorize,
  );

  const requested: string[] = [];
  const params = new URLSearchParams({ code: 'code', state: 'state' });
  const ask = async (url: string) => {
    requested.push(withoutQuery(url));
    return Response.json(answer);
  };
  const verifier = 'v'.repeat(43);
  expect(await adapters[provider].identify({ ...way, verifier, params, ask })).toMatchObject({ name: '沈砚' });
  expect(requested).toEqual(documented[provider].asked);
});
