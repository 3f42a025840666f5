import { z } from 'zod';
import { type Adapter, addressOf, exchangeCode, readAnswer } from '../adapter.ts';

const site = 'https://gitee.com';
const person = z.object({
  id: z.number().int().positive(),
  login: z.string().min(1),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

/** Its documentation knows no PKCE. */
export const gitee: Adapter = {
  authorize: ({ keys, redirectUri, state }) =>
    addressOf(keys, site, '/oauth/authorize', {
      client_id: keys.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'user_info',
      state,
    }),

  async identify(authorization) {
    const { keys, ask } = authorization;
    const access_token = await exchangeCode(authorization, {
      issuer: addressOf(keys, site, ''),
      tokenAddress: addressOf(keys, site, '/oauth/token'),
      pkce: false,
    });
    const answer = await ask(addressOf(keys, site, '/api/v5/user', { access_token }));
    const { id, login, name, avatar_url } = await readAnswer(answer, person);
    return { subject: String(id), name: name || login, picture: ownPicture(avatar_url ?? '') };
  },

  pictures: ['gitee.com'],
};

/** A missing picture is a grey placeholder. */
function ownPicture(address: string) {
  return address.includes('no_portrait') ? '' : address;
}
