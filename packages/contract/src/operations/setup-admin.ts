import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

/** What a new site is led through once it has its owner, in this order. */
export const setupSteps = ['identity', 'author', 'sample', 'mail', 'look'] as const;

export type SetupStep = (typeof setupSteps)[number];

const progress = z.object({
  steps: z.array(z.object({ name: z.enum(setupSteps), state: z.enum(['due', 'done', 'skipped']) })),
  /** Nothing leads through it any more; it never begins again. */
  isOver: z.boolean(),
  /** Whether any of the sample content is left. */
  hasSample: z.boolean(),
});

export type SetupProgress = z.infer<typeof progress>;

const step = z.enum(setupSteps, '没有这一步');

export const adminSetup = {
  read: endpoint({
    method: 'GET',
    path: '/v1/admin/setup/',
    access: 'setup.finish',
    about: '建站走到了哪一步',
    reply: progress,
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/v1/admin/setup/',
    access: 'setup.finish',
    about: '记下一步做完或跳过；结束之后 409',
    body: z.object({ step, state: z.enum(['done', 'skipped'], '须为 done 或 skipped') }),
    reply: progress,
  }),
  removeSample: endpoint({
    method: 'DELETE',
    path: '/v1/admin/setup/sample',
    access: 'setup.finish',
    about: '删除示例内容；改动过的、别的内容用到的留下',
    reply: z.object({ removed: z.number(), kept: z.array(z.string()) }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/v1/admin/setup/',
    access: 'setup.finish',
    about: '结束建站，不再提起',
    reply: progress,
  }),
};
