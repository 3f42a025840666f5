import { z } from 'zod';
import {
  changedDestination,
  newDestination,
  shownDestination,
  trialReply,
  triedDestination,
} from '../platform/destinations.ts';
import { del, get, paged, post, put } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';
import { alertEventNames, alertEvents, alertGroups, alertKindNames } from './alert-kinds.ts';

const kind = z.enum(alertKindNames, '没有这一种站外提醒');
const event = z.enum([...alertEventNames, ...alertGroups], '没有这一种提醒');

/** Events by their names, or by the names of groups of them. */
const events = z
  .array(event, '请选择要提醒的事')
  .max(20, '提醒的事太多')
  .transform((chosen) =>
    alertEventNames.filter((name) => chosen.includes(name) || chosen.includes(alertEvents[name].group)),
  );

const secret = z.string('请输入密钥').trim().max(200, '密钥不能超过 200 个字');
const clockTime = z.string('请输入时间').regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间须形如 22:30');

const channel = z.object({
  ...shownDestination,
  kind,
  events: z.array(z.enum(alertEventNames)),
  lastSentAt: time.nullable(),
  /** Events that wait for it to work again. */
  waiting: z.number(),
});

const delivery = z.object({
  id: z.number(),
  channelId: z.number(),
  kind,
  channel: z.string(),
  title: z.string(),
  text: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  failure: z.string(),
  /** Milliseconds of the last attempt. */
  took: z.number().nullable(),
  createdAt: time,
  sentAt: time.nullable(),
});

const quiet = z.object({ isOn: z.boolean('「夜里不吵」须是 true 或 false'), from: clockTime, to: clockTime });

export type AlertChannel = z.infer<typeof channel>;
export type AlertDelivery = z.infer<typeof delivery>;
export type QuietHours = z.infer<typeof quiet>;

export const adminAlerts = {
  list: get('/v1/admin/alerts/', 'alerts.manage', {
    about: '站外提醒的去处；地址与密钥只露出认得出的一点',
    reply: z.array(channel),
  }),
  add: post('/v1/admin/alerts/', 'alerts.manage', {
    about: '添加一个去处；签名网址不给密钥就生成一个，只在这次的答复里',
    limit: { most: 30, seconds: 60 },
    body: z.object({
      ...newDestination,
      kind,
      events: events.default([...alertEventNames]),
      secret: secret.default(''),
    }),
    reply: z.object({ id: z.number(), secret: z.string() }),
  }),
  change: put('/v1/admin/alerts/', 'alerts.manage', {
    about: '改一个去处：没有给的不变',
    limit: { most: 60, seconds: 60 },
    body: z.object({
      ...changedDestination,
      events: events.optional(),
      secret: secret.optional(),
    }),
  }),
  remove: del('/v1/admin/alerts/', 'alerts.manage', {
    about: '删除一个去处，连同它送过的记录',
    query: z.object({ id: id('编号') }),
  }),
  test: post('/v1/admin/alerts/test', 'alerts.manage', {
    about: '马上试发一条：存下的（id）连同改了的，或还没有存的；对方的拒绝用中文说',
    limit: { most: 20, seconds: 60 },
    body: z.object({ ...triedDestination, kind: kind.optional(), secret: secret.optional() }),
    reply: trialReply,
  }),
  deliveries: paged('/v1/admin/alerts/deliveries', 'alerts.manage', {
    about: '最近三十天送出的，新的在前',
    row: delivery,
  }),
  retry: post('/v1/admin/alerts/retry', 'alerts.manage', {
    about: '没送到的再送一次',
    limit: { most: 60, seconds: 60 },
    body: z.object({ id: id('编号') }),
  }),
  readQuiet: get('/v1/admin/alerts/quiet', 'alerts.manage', {
    about: '夜里不吵的时间',
    reply: quiet,
  }),
  saveQuiet: put('/v1/admin/alerts/quiet', 'alerts.manage', {
    about: '改夜里不吵的时间：这段时间里的攒到早上合成一条，出了错的照样马上送',
    body: quiet.refine(({ from, to }) => from !== to, { error: '开始与结束不能是同一个时间', path: ['to'] }),
  }),
};
