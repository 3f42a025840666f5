import { z } from 'zod';
import { batch, get, paged, post } from '../platform/endpoint.ts';
import { id, searchText, time } from '../platform/fields.ts';
import { logLevels } from '../platform/rules.ts';

const line = z.object({
  id: z.number(),
  at: time,
  level: z.enum(logLevels),
  text: z.string(),
  /** Stack and other fields; '' for the demo account. */
  detail: z.string(),
  /** Name of the process that wrote it, `host:port`; '' for a site with one process. */
  process: z.string(),
});

export type LogLine = z.infer<typeof line>;

const system = z.object({
  version: z.string(),
  /** Newer version, if the owner lets the site check; else ''. */
  newer: z.string(),
  /** Plain text of its release notes and the command that installs it; '' for none. */
  notes: z.string(),
  command: z.string(),
  /** Last check of this process; `failure` is '' on success. Null before the first. */
  asked: z.object({ at: time, failure: z.string() }).nullable(),
  startedAt: time,
  /** Effective configuration; a secret only shows whether it is set. */
  environment: z.array(z.object({ name: z.string(), value: z.string(), about: z.string() })),
  search: z.object({ indexed: z.number(), articles: z.number() }),
});

export const adminSystem = {
  show: get('/v1/admin/system/', 'system.manage', {
    about: '版本、环境与检索；密码与密钥只说有没有',
    reply: system,
  }),
  logs: get('/v1/admin/system/logs', 'system.manage', {
    about: '最近的日志，新的在前，密码与地址遮去；站点有几个进程时各行带进程的名字',
    query: z.object({
      level: z.enum(logLevels, '没有这种级别').default('debug'),
      text: searchText(),
    }),
    reply: z.array(line),
  }),
  askUpdates: post('/v1/admin/system/ask-updates', 'system.manage', {
    about: '立即检查新版本；没有打开检查时不会连接任何地址',
    reply: z.object({ newer: z.string() }),
  }),
  clearPages: post('/v1/admin/system/clear-pages', 'system.manage', {
    about: '清空页面缓存：每一页都重新做',
  }),
  rebuildSearch: post('/v1/admin/system/rebuild-search', 'system.manage', {
    about: '重建检索：全部文章重新编入',
    reply: z.object({ indexed: z.number() }),
  }),
};

const job = z.object({
  name: z.string(),
  everySeconds: z.number(),
  isRunning: z.boolean(),
  /** Last run in any process; null before the first. `took`: milliseconds; `failure`: '' on success. */
  last: z.object({ startedAt: time, took: z.number(), failure: z.string() }).nullable(),
  /** Time of the next scheduled run. */
  nextAt: time.nullable(),
});

const failure = z.object({ id: z.number(), name: z.string(), startedAt: time, took: z.number(), failure: z.string() });

export type JobRow = z.infer<typeof job>;
export type JobFailure = z.infer<typeof failure>;

export const adminJobs = {
  list: get('/v1/admin/jobs/', 'jobs.manage', {
    about: '定时任务：上次、下次，与最近失败的',
    reply: z.object({ jobs: z.array(job), failures: z.array(failure) }),
  }),
  run: post('/v1/admin/jobs/', 'jobs.manage', {
    about: '立即执行一个任务；正在执行则 409',
    body: z.object({ name: z.string('请选择任务').min(1, '请选择任务').max(50, '没有这个任务') }),
  }),
};

const entry = z.object({
  id: z.number(),
  kind: z.string(),
  /** Subject and half of the recipient of a mail, else ''. */
  about: z.string(),
  /** waiting: not tried yet; failing: to be retried; given-up: no further retries. */
  state: z.enum(['waiting', 'failing', 'given-up']),
  attempts: z.number(),
  /** Time of the next attempt; null without one. */
  dueAt: time.nullable(),
  failure: z.string(),
});

export type OutboxEntry = z.infer<typeof entry>;

const storedMail = z.object({ id: z.number(), recipient: z.string(), subject: z.string(), createdAt: time });

export type StoredMail = z.infer<typeof storedMail>;

export const adminOutbox = {
  list: paged('/v1/admin/outbox/', 'outbox.manage', {
    about: '等待执行与失败的后续处理，失败的在前',
    filters: {
      state: z.enum(['all', 'waiting', 'failing', 'given-up'], '没有这种状态').default('all'),
      kind: z.string().trim().max(50, '没有这一类').default(''),
    },
    row: entry,
  }),
  act: batch('/v1/admin/outbox/', 'outbox.manage', {
    about: '重试一批，或放弃',
    acts: ['retry', 'drop'],
  }),
  sent: get('/v1/admin/outbox/sent', 'outbox.manage', {
    about: '最近五十封信：写给谁（遮去一半），寄出了没有，为什么',
    reply: z.array(z.object({ at: time, recipient: z.string(), subject: z.string(), failure: z.string() })),
  }),
  letters: paged('/v1/admin/outbox/letters', 'outbox.manage', {
    about: '没有邮件服务器而留下的信，新的在前；收信人遮去一半',
    row: storedMail,
  }),
  letter: get('/v1/admin/outbox/letter', 'letters.read', {
    confirmed: true,
    about: '读一封留下的信；里面有验证码或登录链接的不给出正文，要在服务器上看',
    query: z.object({ id: id('编号') }),
    reply: storedMail.extend({ text: z.string() }),
  }),
};
