import { z } from 'zod';
import { solution } from '../core/captcha.ts';
import { guestModes } from '../core/modes.ts';
import { get, ofFeature, post, put } from '../platform/endpoint.ts';
import { id, ids, perhapsEmail, perhapsWebAddress, time } from '../platform/fields.ts';
import { guestNameLength, isBlank } from '../platform/rules.ts';
import { comment, oneTarget, target, text, thread } from './comments.ts';

/** Secret of the guest's browser, made there: whoever has it wrote the comments. The server stores its hash. */
const browser = z.string('缺少浏览器的凭据').regex(/^[\w-]{43}$/, '浏览器的凭据有误');

const name = z
  .string('请填写昵称')
  .trim()
  .max(300, `昵称不能超过 ${guestNameLength} 个字`)
  .refine((written) => !isBlank(written), '请填写昵称')
  .refine((written) => Array.from(written).length <= guestNameLength, `昵称不能超过 ${guestNameLength} 个字`);

export const guestComments = ofFeature('comments', {
  terms: get('/v1/comment/guest', 'anyone', {
    about: '访客能不能评论（off 不能，held 先审核，open 马上显示），有人回复时能不能写信',
    reply: z.object({ mode: z.enum(guestModes), mails: z.boolean() }),
  }),
  post: post('/v1/comment/guest', 'anyone', {
    speaks: true,
    changes: true,
    about: '访客评论或回复；captcha 是安全验证的答案，browser 是这个浏览器自己的凭据。同一个 key 只发一次',
    limit: { most: 20, seconds: 60 },
    body: z
      .object({
        ...target,
        text,
        name,
        email: perhapsEmail,
        website: perhapsWebAddress('网址'),
        /** Whether answers are to be mailed, once the mailbox is confirmed. */
        notify: z.boolean('须为 true 或 false').default(false),
        replyTo: id('所回复的评论').optional(),
        pictures: z.array(z.unknown()).max(0, '登录后才能发图片').default([]),
        browser,
        captcha: solution,
        key: z.string().max(60).optional(),
      })
      .refine(oneTarget, { message: '须给出文章或说说', path: ['articleId'] }),
    reply: thread,
  }),
  edit: put('/v1/comment/guest', 'anyone', {
    speaks: true,
    changes: true,
    about: '访客改自己的评论：发布后 15 分钟内，还没有人回复，在写它的浏览器里；改过的照样审核',
    limit: { most: 30, seconds: 60 },
    body: z.object({ id: id('评论编号'), text, browser }),
    reply: comment,
  }),
  withdraw: post('/v1/comment/guest/withdraw', 'anyone', {
    changes: true,
    about: '访客删除自己的评论：发布后 15 分钟内，在写它的浏览器里',
    limit: { most: 30, seconds: 60 },
    body: z.object({ id: id('评论编号'), browser }),
  }),
  own: post('/v1/comment/guest/own', 'anyone', {
    about: '这个浏览器在这里写过、还在审核或还能改的评论，新的在前',
    limit: { most: 60, seconds: 60 },
    body: z.object({ ...target, browser }).refine(oneTarget, { message: '须给出文章或说说', path: ['articleId'] }),
    reply: z.array(comment),
  }),
});

/** Parts of a guest that can be refused. */
export const refusable = ['name', 'mailbox', 'network'] as const;
export type Refusable = (typeof refusable)[number];

const refused = z.object({ id: z.number(), kind: z.enum(refusable), label: z.string(), createdAt: time });
export type RefusedGuest = z.infer<typeof refused>;

const writer = z.object({
  id: z.number(),
  nickname: z.string(),
  hasMailbox: z.boolean(),
  /** Range of the address it came from, such as `203.0.113.0/24`; '' after thirty days and for an imported one. */
  network: z.string(),
  /** Comments of this guest, and comments from the same network. */
  comments: z.number(),
  fromNetwork: z.number(),
});
export type GuestWriter = z.infer<typeof writer>;

export const adminGuestComments = ofFeature('comments', {
  writer: get('/v1/admin/guest-comments/writer', 'comments.moderate', {
    about: '写一条评论的访客：署名、有没有留邮箱、从哪个网段来、写过多少',
    query: z.object({ id: id('评论编号') }),
    reply: writer,
  }),
  refused: get('/v1/admin/guest-comments/refused', 'comments.moderate', {
    about: '不再收的访客：昵称、邮箱、网段',
    reply: z.array(refused),
  }),
  refuse: post('/v1/admin/guest-comments/refuse', 'comments.moderate', {
    about: '不再收这样的访客：写了 commentId 那一条的，或 value 给出的昵称、邮箱、网段',
    body: z
      .object({
        kind: z.enum(refusable, '须为昵称、邮箱或网段'),
        commentId: id('评论编号').optional(),
        value: z.string().trim().max(300, '过长').optional(),
      })
      .refine(({ commentId, value }) => (commentId === undefined) !== (value === undefined), {
        message: '请填写，或给出一条评论',
        path: ['value'],
      }),
  }),
  accept: post('/v1/admin/guest-comments/accept', 'comments.moderate', {
    about: '重新收这些访客的评论',
    body: z.object({ ids }),
  }),
});
