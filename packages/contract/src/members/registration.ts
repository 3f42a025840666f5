import { z } from 'zod';
import { del, paged, post } from '../platform/endpoint.ts';
import { batchResult, id, ids, time } from '../platform/fields.ts';

const application = z.object({
  id: z.number(),
  nickname: z.string(),
  /** '' for a social login. */
  email: z.string(),
  /** Provider of the social login, or ''. */
  way: z.string(),
  words: z.string(),
  place: z.string(),
  state: z.enum(['waiting', 'refused']),
  reason: z.string(),
  createdAt: time,
});

export type Application = z.infer<typeof application>;

const invitation = z.object({
  id: z.number(),
  code: z.string(),
  /** Address that opens the site with the code filled in. */
  link: z.string(),
  note: z.string(),
  uses: z.number(),
  used: z.number(),
  expiresAt: time,
  state: z.enum(['good', 'used', 'over', 'revoked']),
  creator: z.string(),
  createdAt: time,
});

export type Invitation = z.infer<typeof invitation>;

export const adminRegistration = {
  applications: paged('/v1/admin/applications/', 'users.manage', {
    about: '注册申请：等待通过的旧的在前，或没有通过的',
    filters: { state: z.enum(['waiting', 'refused'], '没有这种状态').default('waiting') },
    row: application,
  }),
  decide: post('/v1/admin/applications/', 'users.manage', {
    about: '通过或拒绝一批注册申请；拒绝要写 reason，申请人登录时会看到',
    body: z.discriminatedUnion(
      'act',
      [
        z.object({ act: z.literal('approve'), ids }),
        z.object({
          act: z.literal('refuse'),
          ids,
          reason: z.string('请写明原因').trim().min(1, '请写明原因').max(200, '原因不能超过 200 个字'),
        }),
      ],
      '没有这种处理',
    ),
    reply: batchResult,
  }),
  invitations: paged('/v1/admin/invitations/', 'users.manage', {
    about: '邀请码，新的在前',
    row: invitation,
  }),
  invite: post('/v1/admin/invitations/', 'users.manage', {
    about: '发一个邀请码：可用几次，几天内有效',
    body: z.object({
      uses: z.int('须为整数').min(1, '须为 1 到 1000').max(1000, '须为 1 到 1000').default(1),
      days: z.int('须为整数').min(1, '须为 1 到 365').max(365, '须为 1 到 365').default(7),
      note: z.string('备注须为文字').trim().max(60, '备注不能超过 60 个字').default(''),
    }),
    reply: invitation,
  }),
  revoke: del('/v1/admin/invitations/', 'users.manage', {
    about: '作废一个邀请码；已经用它注册的人不受影响',
    query: z.object({ id: id('邀请码编号') }),
  }),
};
