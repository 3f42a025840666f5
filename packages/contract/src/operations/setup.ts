import { z } from 'zod';
import { signedIn } from '../core/sessions.ts';
import { newPassword, nickname } from '../members/accounts.ts';
import { del, get, post, put } from '../platform/endpoint.ts';
import { emailField, time } from '../platform/fields.ts';

const token = z.string('一次性链接不完整').min(1, '一次性链接不完整').max(100, '一次性链接有误');
const limit = { most: 20, seconds: 600 };

export const setup = {
  check: post('/v1/setup/check', 'anyone', {
    about: '一次性链接还能不能用：good 能，used 站点已经有了站长，wrong 不是最新的链接',
    limit,
    body: z.object({ token }),
    reply: z.object({ state: z.enum(['good', 'used', 'wrong']) }),
  }),
  claim: post('/v1/setup', 'anyone', {
    duringMaintenance: true,
    about: '凭首次启动时打印的一次性链接创建站长账号并登录；只成功一次',
    limit,
    body: z.object({ token, nickname, email: emailField('请输入邮箱'), password: newPassword }),
    reply: signedIn,
  }),
};

/** Steps of the set-up guide, in order. */
export const setupSteps = ['identity', 'author', 'start', 'sample', 'mail', 'look'] as const;

export type SetupStep = (typeof setupSteps)[number];

const progress = z.object({
  steps: z.array(z.object({ name: z.enum(setupSteps), state: z.enum(['due', 'done', 'skipped']) })),
  /** Whether the guide is finished for good. */
  isOver: z.boolean(),
  /** Whether sample content remains. */
  hasSample: z.boolean(),
});

export type SetupProgress = z.infer<typeof progress>;

const startDates = z.object({
  startedAt: time,
  /** When the oldest article was published, the samples aside; null without one. */
  oldest: time.nullable(),
});

export type StartDates = z.infer<typeof startDates>;

const step = z.enum(setupSteps, '没有这一步');

export const adminSetup = {
  read: get('/v1/admin/setup/', 'setup.finish', {
    about: '建站走到了哪一步',
    reply: progress,
  }),
  start: get('/v1/admin/setup/start', 'setup.finish', {
    about: '建站日期：现在从哪天数起，最早的一篇文章（示例除外）写于哪天',
    reply: startDates,
  }),
  mark: put('/v1/admin/setup/', 'setup.finish', {
    about: '记下一步做完或跳过；结束之后 409',
    body: z.object({ step, state: z.enum(['done', 'skipped'], '须为 done 或 skipped') }),
    reply: progress,
  }),
  removeSample: del('/v1/admin/setup/sample', 'setup.finish', {
    about: '删除示例内容；改动过的、别的内容用到的留下',
    reply: z.object({ removed: z.number(), kept: z.array(z.string()) }),
  }),
  finish: post('/v1/admin/setup/', 'setup.finish', {
    about: '结束建站，不再提起',
    reply: progress,
  }),
};
