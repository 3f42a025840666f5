import { z } from 'zod';
import { writing, writingActs, writingFilters } from '../core/writings.ts';
import { batch, del, get, ofFeature, paged, post, put } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';
import { longestPlace, longestSay, mostPictures, seals, skies } from '../platform/rules.ts';
import { comments } from './comments.ts';
import { reportReason } from './reports.ts';

const seal = z.enum(seals, '印须为 like、laugh、recall 或 hug');

const picture = z.object({ url: z.string(), width: z.number(), height: z.number() });

const say = z.object({
  id: z.number(),
  /** Source as written. */
  text: z.string(),
  /** Safe HTML of the text; topics stand in it as `<span class="topic">#写字</span>`. */
  html: z.string(),
  /** Distinct topics in the order of the text, without the #. */
  topics: z.array(z.string()),
  /** At most 9. */
  pictures: z.array(picture),
  /** Place as the author typed it, or ''. */
  place: z.string(),
  /** Weather like 「小雨 11°」, the degrees only if known, or ''. */
  weather: z.string(),
  author: z.object({
    id: z.number(),
    nickname: z.string(),
    avatar: z.string(),
    owner: z.boolean(),
    /** A guest's site, or '' without one; null for members. */
    website: z.string().nullable(),
  }),
  /** Number of each seal: 赞, 笑, 念, 抱. */
  seals: z.object({ like: z.number(), laugh: z.number(), recall: z.number(), hug: z.number() }),
  /** Seals of the viewer. */
  stamped: z.array(seal),
  /** The latest eight at most of those who stamped it, whichever seal. */
  stampers: z.array(z.object({ id: z.number(), nickname: z.string(), avatar: z.string() })),
  /** 赞 alone, as in `seals` and `stamped`. */
  likes: z.number(),
  liked: z.boolean(),
  /** 仅自己可见 when false. */
  isPublic: z.boolean(),
  /** Whether its author declares that an AI made some of it. */
  hasAiContent: z.boolean(),
  /** 审核中: visible to its author and the staff only. */
  held: z.boolean(),
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
  comments: z.number(),
  createdAt: time,
});

const month = z.string('月份须为文字').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份须如 2026-11');

/** A say as a link shows it. */
const sayLink = z.object({ id: z.number(), text: z.string(), createdAt: time });

const topic = z
  .string('话题须为文字')
  .regex(/^[^\s#\p{Cc}]+$/u, '话题不能为空，也不能含空格与 #')
  .max(100, '话题过长');

export const weather = z
  .string('天气须为文字')
  .regex(new RegExp(`^(?:(?:${skies.join('|')})(?: -?\\d{1,2}°)?)?$`), '天气须如「小雨」或「小雨 11°」')
  .default('');

// the server counts letters as the form does: an emoji is one
const draft = z.object({
  text: z.string('请输入内容').max(20_000, `内容不能超过 ${longestSay} 个字`),
  pictures: z
    .array(z.string().regex(/^\/files\/[\w/.-]+$/, '图片须先上传'))
    .max(mostPictures, '最多九张图片')
    .default([]),
  place: z.string().max(300, `地点不能超过 ${longestPlace} 个字`).default(''),
  weather,
  isPublic: z.boolean('请选择谁可以看').default(true),
  hasAiContent: z.boolean('须为 true 或 false').default(false),
});

const monthCount = z.object({ month: z.string(), says: z.number(), pictures: z.number() });

export type Say = z.infer<typeof say>;
export type SayMonthCount = z.infer<typeof monthCount>;
export type SayLink = z.infer<typeof sayLink>;

const { sayId: _, articleId: __, ...comment } = comments.post.body.shape;

export const says = ofFeature('says', {
  list: paged('/v1/say/getSayList', 'anyone', {
    scope: 'read',
    about:
      '说说，新的在前：公开的，登录后还有自己的；topic 只看一个话题，month 从那个月（如 2026-11）往前看，id 只看那一条',
    filters: { topic: topic.optional(), month: month.optional(), id: id('说说编号').optional() },
    row: say,
  }),
  months: get('/v1/say/months', 'anyone', {
    scope: 'read',
    about: '有公开说说的月份，新的在前，各有几条、几张照片',
    reply: z.array(monthCount),
  }),
  neighbours: get('/v1/say/neighbours', 'anyone', {
    about: '一条说说前后的：之前一天最后的一条与之后一天最早的一条，只有公开的，没有则为空',
    query: z.object({ id: id('说说编号') }),
    reply: z.object({ before: sayLink.nullable(), after: sayLink.nullable() }),
  }),
  topics: get('/v1/say/topics', 'anyone', {
    scope: 'read',
    about: '近来的话题，各有几条公开的说说，最多 12 个',
    reply: z.array(z.object({ topic: z.string(), count: z.number() })),
  }),
  insert: post('/v1/say/insertSay', 'member', {
    scope: 'publish',
    speaks: true,
    about: '发一条说说；谁可以发由站点设置决定。同一个 key 只发一次',
    limit: { most: 20, seconds: 600 },
    body: draft.extend({ key: z.string().max(60).optional() }),
    reply: z.object({ id: z.number(), held: z.boolean() }),
  }),
  update: put('/v1/say/', 'member', {
    speaks: true,
    about: '改自己的说说',
    limit: { most: 60, seconds: 600 },
    body: draft.extend({ id: id('说说编号') }),
    reply: z.object({ held: z.boolean() }),
  }),
  setVisibility: put('/v1/say/visibility', 'member', {
    speaks: true,
    about: '把自己的说说改为公开或仅自己可见；改为公开时重新审核',
    limit: { most: 60, seconds: 600 },
    body: z.object({ id: id('说说编号'), isPublic: z.boolean('请选择谁可以看') }),
    reply: z.object({ held: z.boolean() }),
  }),
  remove: del('/v1/say/', 'member', {
    about: '删除自己的说说；管理员对别人的是隐藏，后台里可以再通过',
    limit: { most: 60, seconds: 600 },
    query: z.object({ id: id('说说编号') }),
  }),
  like: get('/v1/say/like', 'member', {
    speaks: true,
    changes: true,
    about:
      '盖一枚印或取消：seal 是 like 赞、laugh 笑、recall 念、hug 抱，不给是赞；like=1 盖，like=0 取消，不给则换一种。回复的是这一枚',
    limit: { most: 120, seconds: 60 },
    query: z.object({ id: id('说说编号'), like: z.enum(['0', '1'], '须为 0 或 1').optional(), seal: seal.optional() }),
    reply: z.object({ liked: z.boolean(), likes: z.number() }),
  }),
  report: post('/v1/say/report', 'member', {
    about: '举报一条说说；同一人只算一次',
    limit: { most: 20, seconds: 600 },
    body: z.object({ id: id('说说编号'), reason: reportReason }),
  }),
  mayPost: get('/v1/say/mayPost', 'member', {
    scope: 'read',
    about: '自己能不能发说说',
    reply: z.boolean(),
  }),
});

/** Served with the comments, which know says. */
export const sayComments = ofFeature('says', {
  comment: post('/v1/say/comment', 'member', {
    speaks: true,
    about: '评论一条说说，与 POST /v1/comment/ 相同',
    limit: { most: 30, seconds: 60 },
    body: z.object({ ...comment, sayId: id('说说编号') }),
    reply: comments.post.reply,
  }),
});

const row = writing.extend({
  /** Addresses. */
  pictures: z.array(z.string()),
  likes: z.number(),
  comments: z.number(),
});

export type SayRow = z.infer<typeof row>;

export const adminSays = ofFeature('says', {
  list: paged('/v1/admin/says/', 'says.moderate', {
    scope: 'moderate',
    about: '公开的说说，新的在前；按状态、文字与作者的昵称筛选',
    filters: writingFilters,
    row,
  }),
  act: batch('/v1/admin/says/', 'says.moderate', {
    scope: 'moderate',
    keyActs: ['release', 'hold'],
    about: '通过、隐藏或删除一批说说',
    acts: writingActs,
  }),
});
