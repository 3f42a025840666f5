import { z } from 'zod';
import { type Adapter, addressOf, exchangeCode, type Keys, readAnswer } from '../adapter.ts';

const site = 'https://github.com';
const person = z.object({
  id: z.number().int().positive(),
  login: z.string().min(1),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

/** Needs no scope: the profile is public. */
export const github: Adapter = {
  authorize: ({ keys, redirectUri, state, challenge }) =>
    addressOf(keys, site, '/login/oauth/authorize', {
      client_id: keys.id,
      redirect_uri: redirectUri,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),

  async identify(authorization) {
    const { keys, ask } = authorization;
    const token = await exchangeCode(authorization, {
      issuer: addressOf(keys, site, '/login/oauth'),
      tokenAddress: addressOf(keys, site, '/login/oauth/access_token'),
      pkce: true,
    });
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    };
    const { id, login, name, avatar_url } = await readAnswer(await ask(userAddress(keys), { headers }), person);
    return { subject: String(id), name: name || login, picture: avatar_url ?? '' };
  },

  pictures: ['githubusercontent.com'],
};

/** github.com has a host of its own for the API, a private server a path. */
function userAddress(keys: Keys) {
  return addressOf(keys, 'https://api.github.com', keys.base ? '/api/v3/user' : '/user');
}
