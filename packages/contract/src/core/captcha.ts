import { z } from 'zod';
import { get } from '../platform/endpoint.ts';

/**
 * A solved challenge: base64 of the JSON `{ "challenge": <as received>, "solution": { "counter", "derivedKey" } }`, the
 * payload of altcha-lib 2. Required after the failure `captcha-needed`, otherwise omitted. One solution serves one
 * call; another `captcha-needed` requires a new challenge.
 */
export const solution = z.string('安全验证有误').max(4000, '安全验证有误').optional();

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);

/**
 * Solved by trying counters 0, 1, 2 … until PBKDF2-HMAC-SHA-256 over `nonce` and the counter (4 bytes, big endian) as
 * password, with `salt`, `cost` rounds and `keyLength` bytes, begins with `keyPrefix`. altcha-lib's solveChallenge does
 * it. `expiresAt` is in seconds since 1970; `signature` is the server's own, over the parameters.
 */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.number(),
    expiresAt: z.number(),
    keyLength: z.number(),
    keyPrefix: hex,
    nonce: hex,
    salt: hex,
  }),
  signature: hex,
});

export type Challenge = z.infer<typeof challenge>;

export const captcha = {
  challenge: get('/oauth/captcha', 'anyone', {
    about: '一道要花些算力的题（altcha-lib 2 的格式），浏览器自己解；答案只能用一次，5 分钟内有效',
    limit: { most: 60, seconds: 600 },
    reply: challenge,
  }),
};
