import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';

const job = z.object({
  name: z.string(),
  everySeconds: z.number(),
  isRunning: z.boolean(),
  /** Of this process: null before the first run. `took` is milliseconds; `failure` '' for one that went well. */
  last: z.object({ startedAt: time, took: z.number(), failure: z.string() }).nullable(),
  /** When it begins next by itself. */
  nextAt: time.nullable(),
});

const failure = z.object({ id: z.number(), name: z.string(), startedAt: time, took: z.number(), failure: z.string() });

export type JobRow = z.infer<typeof job>;
export type JobFailure = z.infer<typeof failure>;

export const adminJobs = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/jobs/',
    access: 'jobs.manage',
    about: '定时任务：上次、下次，与最近失败的',
    reply: z.object({ jobs: z.array(job), failures: z.array(failure) }),
  }),
  run: endpoint({
    method: 'POST',
    path: '/v1/admin/jobs/',
    access: 'jobs.manage',
    about: '立即执行一个任务；正在执行则 409',
    body: z.object({ name: z.string('请选择任务').min(1, '请选择任务').max(50, '没有这个任务') }),
    reply: z.null(),
  }),
};
