import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';
import { logLevels } from './log-levels.ts';

const line = z.object({
  id: z.number(),
  at: time,
  level: z.enum(logLevels),
  text: z.string(),
  /** The stack and what else was said; '' for the demo account. */
  detail: z.string(),
});

export type LogLine = z.infer<typeof line>;

const system = z.object({
  version: z.string(),
  /** A newer version, as far as the owner lets the site ask for one; '' otherwise. */
  newer: z.string(),
  /** When this process asked for one, and why that failed, '' where it did not; null while nobody was asked. */
  asked: z.object({ at: time, failure: z.string() }).nullable(),
  startedAt: time,
  /** Names and values as the site runs with them; what is secret only says whether it is set. */
  environment: z.array(z.object({ name: z.string(), value: z.string(), about: z.string() })),
  search: z.object({ indexed: z.number(), articles: z.number() }),
});

export const adminSystem = {
  show: endpoint({
    method: 'GET',
    path: '/v1/admin/system/',
    access: 'system.manage',
    about: '版本、环境与检索；密码与密钥只说有没有',
    reply: system,
  }),
  logs: endpoint({
    method: 'GET',
    path: '/v1/admin/system/logs',
    access: 'system.manage',
    about: '这个进程最近的日志，新的在前，密码与地址遮去',
    query: z.object({
      level: z.enum(logLevels, '没有这种级别').default('debug'),
      text: z.string().trim().max(50, '搜索内容不能超过 50 个').default(''),
    }),
    reply: z.array(line),
  }),
  askUpdates: endpoint({
    method: 'POST',
    path: '/v1/admin/system/ask-updates',
    access: 'system.manage',
    about: '立即检查新版本；没有打开检查时不会连接任何地址',
    reply: z.object({ newer: z.string() }),
  }),
  clearPages: endpoint({
    method: 'POST',
    path: '/v1/admin/system/clear-pages',
    access: 'system.manage',
    about: '清空页面缓存：每一页都重新做',
    reply: z.null(),
  }),
  rebuildSearch: endpoint({
    method: 'POST',
    path: '/v1/admin/system/rebuild-search',
    access: 'system.manage',
    about: '重建检索：全部文章重新编入',
    reply: z.object({ indexed: z.number() }),
  }),
};
