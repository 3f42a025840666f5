import { z } from 'zod';
import { signedIn } from '../core/sessions.ts';
import { del, get, post, put } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';

const name = z
  .string('请取个名字')
  .trim()
  .min(1, '请取个名字')
  .max(30, '名字不能超过 30 个字')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, '名字里有不能显示的字符');

/** WebAuthn options and results in the JSON form of WebAuthn level 3. */
const webAuthn = z.record(z.string(), z.unknown());

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: time,
  usedAt: time.nullable(),
});

export type Passkey = z.infer<typeof passkey>;

export const passkeys = {
  list: get('/v1/passkey/', 'member', {
    about: '自己的通行密钥',
    reply: z.array(passkey),
  }),
  creationOptions: post('/v1/passkey/options', 'member', {
    confirmed: true,
    about: '新建通行密钥的参数。要先确认密码',
    limit: { most: 20, seconds: 600 },
    reply: webAuthn,
  }),
  create: post('/v1/passkey/', 'member', {
    about: '存下浏览器刚建的通行密钥',
    limit: { most: 20, seconds: 600 },
    body: z.object({ name, response: webAuthn }),
    reply: passkey,
  }),
  rename: put('/v1/passkey/', 'member', {
    about: '给通行密钥改名',
    limit: { most: 60, seconds: 600 },
    body: z.object({ id: id('通行密钥编号'), name }),
  }),
  remove: del('/v1/passkey/', 'member', {
    about: '删除通行密钥；最后一种登录方式不能删除',
    limit: { most: 60, seconds: 600 },
    query: z.object({ id: id('通行密钥编号') }),
  }),
  loginOptions: get('/oauth/passkey', 'anyone', {
    about: '用通行密钥登录的参数',
    limit: { most: 60, seconds: 600 },
    reply: webAuthn,
  }),
  login: post('/oauth/passkey', 'anyone', {
    duringMaintenance: true,
    about: '用通行密钥登录',
    limit: { most: 30, seconds: 600 },
    body: z.object({ response: webAuthn }),
    reply: signedIn,
  }),
};
