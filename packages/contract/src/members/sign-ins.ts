import { z } from 'zod';
import { get, post } from '../platform/endpoint.ts';

const signInState = z.object({
  /** Consecutive days up to today, or up to yesterday before today's sign-in. */
  streak: z.number(),
  today: z.boolean(),
  total: z.number(),
  /** Current week in China, Monday to Sunday. */
  week: z.array(z.boolean()).length(7),
});

export type SignInState = z.infer<typeof signInState>;

export const signIns = {
  state: get('/v1/signIn/', 'member', {
    about: '自己的签到：连续天数与本周',
    reply: signInState,
  }),
  sign: post('/v1/signIn/', 'member', {
    about: '今天签到；一天一次，重复签到不算错',
    limit: { most: 20, seconds: 60 },
    reply: signInState,
  }),
  /** Aliases for compatibility with other clients of this API. */
  stateToo: get('/v1/sign/', 'member', {
    about: '与 GET /v1/signIn/ 相同',
    reply: signInState,
  }),
  signToo: post('/v1/sign/', 'member', {
    about: '与 POST /v1/signIn/ 相同',
    limit: { most: 20, seconds: 60 },
    reply: signInState,
  }),
};
