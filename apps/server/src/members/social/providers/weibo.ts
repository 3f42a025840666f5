import { z } from 'zod';
import { type Adapter, addressOf, readAnswer } from '../adapter.ts';

const site = 'https://api.weibo.com';
const uid = z
  .union([z.string(), z.number().int()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,20}$/));
const grant = z.object({ access_token: z.string().min(1), uid });
const person = z.object({ screen_name: z.string().min(1), avatar_large: z.string().optional() });

export const weibo: Adapter = {
  authorize: ({ keys, redirectUri, state }) =>
    addressOf(keys, site, '/oauth2/authorize', {
      client_id: keys.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
    }),

  async identify({ keys, redirectUri, params, ask }) {
    const body = new URLSearchParams({
      client_id: keys.id,
      client_secret: keys.secret,
      grant_type: 'authorization_code',
      code: params.get('code') ?? '',
      redirect_uri: redirectUri,
    });
    const granted = await ask(addressOf(keys, site, '/oauth2/access_token'), { method: 'POST', body });
    const { access_token, uid } = await readAnswer(granted, grant);
    const shown = await ask(addressOf(keys, site, '/2/users/show.json', { access_token, uid }));
    const { screen_name, avatar_large = '' } = await readAnswer(shown, person);
    return { subject: uid, name: screen_name, picture: avatar_large };
  },

  pictures: ['sinaimg.cn'],
};
