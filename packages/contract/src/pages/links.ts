import { z } from 'zod';
import { batch, get, ofFeature, paged, post, put } from '../platform/endpoint.ts';
import {
  emailField,
  id,
  perhapsEmail,
  perhapsPicture,
  perhapsWebAddress,
  searchText,
  time,
  webAddress,
  wholeNumber,
  written,
} from '../platform/fields.ts';

const link = z.object({
  id: z.number(),
  name: z.string(),
  /** http or https. */
  url: z.string(),
  info: z.string(),
  avatar: z.string(),
  /** False once the daily check fails. */
  reachable: z.boolean(),
  /** Whether it was checked at all. */
  checked: z.boolean(),
  /** The newest article of its feed, while 友邻 is on. */
  newest: z.object({ title: z.string(), url: z.string(), publishedAt: time }).nullable(),
});

const friendLinks = z.object({
  count: z.number(),
  groups: z.array(z.object({ name: z.string(), links: z.array(link) })),
  /** Card of this site for friends to copy. `avatar`: an absolute address, or ''. */
  own: z.object({ name: z.string(), url: z.string(), info: z.string(), avatar: z.string() }),
});

const linkApplication = z.object({
  name: written('网站名称', 30),
  info: written('网站简介', 100),
  url: webAddress('网址'),
  /** '' shows the first character of the name. */
  avatar: perhapsWebAddress('头像地址'),
  email: emailField('请输入邮箱'),
});

export type LinkApplication = z.output<typeof linkApplication>;
export type FriendLink = z.infer<typeof link>;
export type FriendLinks = z.infer<typeof friendLinks>;

export const links = ofFeature('links', {
  list: get('/v1/link/', 'anyone', {
    about: '友链：按组，连同本站的名片',
    reply: friendLinks,
  }),
  apply: post('/v1/link/', 'anyone', {
    speaks: true,
    changes: true,
    about: '申请友链：头像之外都要填，等站长审核',
    limit: { most: 5, seconds: 3600 },
    body: linkApplication,
  }),
});

const row = z.object({
  id: z.number(),
  groupName: z.string(),
  name: z.string(),
  url: z.string(),
  info: z.string(),
  avatar: z.string(),
  email: z.string(),
  state: z.enum(['approved', 'pending', 'refused']),
  /** Reason of the refusal. */
  reason: z.string(),
  reachable: z.boolean(),
  /** Consecutive failed checks. */
  failures: z.number(),
  checkedAt: time.nullable(),
  /** Address of the feed by the owner; '' where it is looked for. */
  feedUrl: z.string(),
  /** Whether its new articles are read. */
  readsFeed: z.boolean(),
  /** The feed that was found, its last reading and the last failure, '' without any. */
  feed: z.object({ url: z.string(), readAt: time.nullable(), failure: z.string() }).nullable(),
  version: z.number(),
  createdAt: time,
});

export type LinkRow = z.infer<typeof row>;

const groupName = z.string('请输入组名').trim().max(30, '组名不能超过 30 个字').default('');

const linkFields = z.object({
  name: written('网站名称', 30),
  info: z.string().trim().max(100, '网站简介不能超过 100 个字').default(''),
  url: webAddress('网址'),
  avatar: perhapsPicture('头像地址'),
  email: perhapsEmail,
  groupName,
  feedUrl: perhapsWebAddress('订阅地址'),
  readsFeed: z.boolean('须为 true 或 false').default(true),
});

export type LinkFields = z.output<typeof linkFields>;

const mailReason = { reason: z.string().trim().max(300, '原因不能超过 300 个字').default('') };

export const adminLinks = ofFeature('links', {
  list: paged('/v1/admin/links/', 'links.manage', {
    about: '友链与申请：按状态、通不通与文字筛选',
    filters: {
      state: z.enum(['all', 'approved', 'pending', 'refused'], '没有这种状态').default('all'),
      health: z.enum(['all', 'away'], '没有这种状态').default('all'),
      text: searchText(),
    },
    row,
  }),
  act: batch('/v1/admin/links/act', 'links.manage', {
    about: '通过、拒绝（说明原因，写信告诉对方）或删除一批友链',
    acts: ['approve', 'refuse', 'remove'],
    with: { groupName, ...mailReason },
  }),
  letter: get('/v1/admin/links/letter', 'links.manage', {
    about: '通过或拒绝时写给对方的信，寄出之前看一看',
    query: z.object({ id: id('友链编号'), act: z.enum(['approve', 'refuse'], '没有这种处理'), ...mailReason }),
    reply: z.object({ to: z.string(), subject: z.string(), lines: z.array(z.string()) }),
  }),
  add: post('/v1/admin/links/', 'links.manage', {
    about: '直接加一个友链',
    body: linkFields,
    reply: z.object({ id: z.number() }),
  }),
  change: put('/v1/admin/links/', 'links.manage', {
    about: '改一个友链；version 是看到的那一版',
    body: linkFields.extend({ id: id('友链编号'), version: wholeNumber('版本').or(z.literal(0)) }),
  }),
  order: get('/v1/admin/links/order', 'links.manage', {
    about: '友链的组与先后',
    reply: z.array(z.object({ name: z.string(), links: z.array(z.object({ id: z.number(), name: z.string() })) })),
  }),
  arrange: put('/v1/admin/links/order', 'links.manage', {
    about: '排好友链的组与先后：须列出每一个',
    body: z.object({ groups: z.array(z.object({ name: groupName, ids: z.array(id('友链编号')) })).max(200) }),
  }),
});
