import { z } from 'zod';
import { type Adapter, addressOf, type Fetch, type Keys, LoginFailed, readAnswer } from '../adapter.ts';

const site = 'https://graph.qq.com';
/** Error code where the app may not read the unionid. */
const noUnion = '100048';

const id = z.string().regex(/^\w{1,100}$/);
const grant = z.object({ access_token: z.string().min(1) });
const identity = z.object({ client_id: z.string(), openid: id, unionid: z.union([id, z.literal('')]).optional() });
const person = z.object({
  nickname: z.string(),
  figureurl_qq_1: z.string().optional(),
  figureurl_qq_2: z.string().optional(),
});

export const qq: Adapter = {
  authorize: ({ keys, redirectUri, state }) =>
    addressOf(keys, site, '/oauth2.0/authorize', {
      response_type: 'code',
      client_id: keys.id,
      redirect_uri: redirectUri,
      state,
      scope: 'get_user_info',
    }),

  async identify({ keys, redirectUri, params, ask }) {
    const granted = await ask(
      addressOf(keys, site, '/oauth2.0/token', {
        grant_type: 'authorization_code',
        client_id: keys.id,
        client_secret: keys.secret,
        code: params.get('code') ?? '',
        redirect_uri: redirectUri,
        fmt: 'json',
      }),
    );
    const { access_token } = await readAnswer(granted, grant);
    const { openid, unionid } = await readIdentity(access_token, keys, ask);
    const query = { access_token, oauth_consumer_key: keys.id, openid };
    const shown = await readAnswer(await ask(addressOf(keys, site, '/user/get_user_info', query)), person);
    const picture = shown.figureurl_qq_2 || shown.figureurl_qq_1 || '';
    return {
      ...(unionid ? { subject: unionid, earlier: openid } : { subject: openid }),
      name: shown.nickname,
      picture,
    };
  },

  pictures: ['qlogo.cn'],
};

/** Reads openid and, where the app may, unionid. */
async function readIdentity(access_token: string, keys: Keys, ask: Fetch) {
  const me = async (query: Record<string, string>) =>
    readAnswer(await ask(addressOf(keys, site, '/oauth2.0/me', { access_token, fmt: 'json', ...query })), identity);
  const found = await me({ unionid: '1' }).catch((error) => {
    if (error instanceof LoginFailed && error.code === noUnion) return me({});
    throw error;
  });
  if (found.client_id !== keys.id) throw new LoginFailed('refused', 'client_id');
  return found;
}
