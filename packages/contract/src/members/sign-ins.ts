import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

const signInState = z.object({
  /** Days in a row up to today, or up to yesterday while today is still open. */
  streak: z.number(),
  today: z.boolean(),
  total: z.number(),
  /** The current week, Monday to Sunday, in China. */
  week: z.array(z.boolean()).length(7),
});

export type SignInState = z.infer<typeof signInState>;

export const signIns = {
  state: endpoint({
    method: 'GET',
    path: '/v1/signIn/',
    access: 'member',
    about: '自己的签到：连续天数与本周',
    reply: signInState,
  }),
  sign: endpoint({
    method: 'POST',
    path: '/v1/signIn/',
    access: 'member',
    about: '今天签到；一天一次，重复签到不算错',
    limit: { most: 20, seconds: 60 },
    reply: signInState,
  }),
  /** The names other clients of this API know them by. */
  stateToo: endpoint({
    method: 'GET',
    path: '/v1/sign/',
    access: 'member',
    about: '与 GET /v1/signIn/ 相同',
    reply: signInState,
  }),
  signToo: endpoint({
    method: 'POST',
    path: '/v1/sign/',
    access: 'member',
    about: '与 POST /v1/signIn/ 相同',
    limit: { most: 20, seconds: 60 },
    reply: signInState,
  }),
};
