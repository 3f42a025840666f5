import { z } from 'zod';
import { batch, del, get, ofFeature, paged, post, put } from '../platform/endpoint.ts';
import { cursor, id, numberedQuery, numberedReply, searchText, time } from '../platform/fields.ts';
import { longestComment } from '../platform/rules.ts';
import { quote } from './highlights.ts';
import { reportReason } from './reports.ts';

const picture = z.object({ url: z.string(), width: z.number(), height: z.number() });

export const comment = z.object({
  id: z.number(),
  /** Parent comment; null at the top level. */
  parentId: z.number().nullable(),
  /** Safe HTML; '' once removed. */
  html: z.string(),
  pictures: z.array(picture),
  author: z.object({
    id: z.number(),
    nickname: z.string(),
    avatar: z.string(),
    /** 博主 runs the site, 作者 wrote the article, 访客 has no account here. */
    badge: z.enum(['owner', 'author', 'guest']).nullable(),
    /** A guest's site, or '' without one; null for members, whose name links to their page. */
    website: z.string().nullable(),
  }),
  /** Addressee of a reply, unless it is the parent's author; without an id for a guest. */
  replyTo: z.object({ id: z.number().nullable(), nickname: z.string() }).nullable(),
  place: z.string(),
  /** Browser and system. */
  device: z.string(),
  likes: z.number(),
  liked: z.boolean(),
  /** 置顶: stands before the others in every order. */
  pinned: z.boolean(),
  /** 审核中: visible to its author and the staff only. */
  held: z.boolean(),
  /** Why it is held, for the staff; empty for others. */
  reasons: z.array(z.string()),
  /** 该评论已删除: a placeholder that keeps its replies in place. */
  removed: z.boolean(),
  mayDelete: z.boolean(),
  /** True for its author for 15 minutes, until somebody replies. */
  mayEdit: z.boolean(),
  /** Markdown source for those who may edit it; '' for others. */
  text: z.string(),
  /** Whether the staff viewer may approve a held one. */
  mayRelease: z.boolean(),
  createdAt: time,
  /** Time of the author's last edit. */
  editedAt: time.nullable(),
  /** Sentence of the article that it is about, for those who may read it; `changed`: it no longer stands there so. */
  quote: z.object({ words: z.string(), changed: z.boolean() }).nullable(),
});

export const thread = comment.extend({
  replies: z.object({ total: z.number(), first: z.array(comment), next: z.string().nullable() }),
});

export type Comment = z.infer<typeof comment>;
export type CommentThread = z.infer<typeof thread>;

/** Target: an article or a say. */
export const target = { articleId: id('文章编号').optional(), sayId: id('说说编号').optional() };
export const oneTarget = (input: { articleId?: number | undefined; sayId?: number | undefined }) =>
  (input.articleId === undefined) !== (input.sayId === undefined);

export const text = z.string('评论不能为空').max(20_000, `评论不能超过 ${longestComment} 个字`);
const pictures = z
  .array(z.string().regex(/^\/files\/[\w/.-]+$/, '图片须先上传'))
  .max(9, '最多九张图片')
  .default([]);

const mine = z.object({
  id: z.number(),
  html: z.string(),
  held: z.boolean(),
  createdAt: time,
  /** Article or say it belongs to. */
  article: z.object({ id: z.number(), title: z.string() }).nullable(),
  /** `text`: its beginning. */
  say: z.object({ id: z.number(), text: z.string() }).nullable(),
});

export type MyComment = z.infer<typeof mine>;

export const comments = ofFeature('comments', {
  list: get('/v1/comment/', 'anyone', {
    scope: 'read',
    about:
      '文章或说说的评论，一次 10 条，各带前 3 条回复；after 接着上一页的 next，或用 pageNo、pageSize；focus 那一条在第一页最前；passages 只要这几处句子的想法',
    query: z
      .object({
        ...target,
        sort: z.enum(['new', 'hot'], '排序方式须为 new 或 hot').default('new'),
        after: cursor,
        focus: id('评论编号').optional(),
        passages: z
          .string()
          .regex(/^\d{1,9}(?:,\d{1,9}){0,39}$/, '句子的编号有误')
          .optional(),
        ...numberedQuery,
      })
      .refine(oneTarget, { message: '须给出文章或说说', path: ['articleId'] }),
    reply: z.object({ ...numberedReply, records: z.array(thread), total: z.number(), next: z.string().nullable() }),
  }),
  replies: get('/v1/comment/replies', 'anyone', {
    scope: 'read',
    about: '一条评论下其余的回复，早的在前',
    query: z.object({ id: id('评论编号'), after: cursor }),
    reply: z.object({ records: z.array(comment), next: z.string().nullable() }),
  }),
  post: post('/v1/comment/', 'member', {
    scope: 'publish',
    speaks: true,
    about: '发表评论或回复；replyTo 是所答的那一条，quote 是所想的那一句。同一个 key 只发一次',
    limit: { most: 30, seconds: 60 },
    body: z
      .object({
        ...target,
        text,
        pictures,
        replyTo: id('所回复的评论').optional(),
        quote: quote.optional(),
        key: z.string().max(60).optional(),
      })
      .refine(oneTarget, { message: '须给出文章或说说', path: ['articleId'] }),
    reply: thread,
  }),
  edit: put('/v1/comment/', 'member', {
    speaks: true,
    about: '编辑自己的评论：发布后 15 分钟内，并且还没有人回复；改过的字照样审核，图片不变',
    limit: { most: 30, seconds: 60 },
    body: z.object({ id: id('评论编号'), text }),
    reply: comment,
  }),
  remove: del('/v1/comment/', 'member', {
    about: '删除自己的评论，站长、管理员、版主可以删除任何一条；有人回复过的留下位置',
    limit: { most: 60, seconds: 60 },
    query: z.object({ id: id('评论编号') }),
  }),
  release: post('/v1/comment/release', 'member', {
    about: '通过一条审核中的评论，限站长、管理员、版主',
    limit: { most: 120, seconds: 60 },
    body: z.object({ id: id('评论编号') }),
  }),
  like: get('/v1/comment/like', 'member', {
    speaks: true,
    changes: true,
    about: '点赞或取消：like=1 赞，like=0 取消，不给则换一种',
    limit: { most: 120, seconds: 60 },
    query: z.object({ id: id('评论编号'), like: z.enum(['0', '1'], '须为 0 或 1').optional() }),
    reply: z.object({ liked: z.boolean(), likes: z.number() }),
  }),
  report: post('/v1/comment/report', 'member', {
    about: '举报一条评论；同一人只算一次',
    limit: { most: 20, seconds: 600 },
    body: z.object({ id: id('评论编号'), reason: reportReason }),
  }),
  mine: get('/v1/comment/getMyComment', 'member', {
    about: '自己的评论，新的在前；after 接着上一页的 next，或用 pageNo、pageSize',
    query: z.object({ after: cursor, ...numberedQuery }),
    reply: z.object({ ...numberedReply, records: z.array(mine), total: z.number(), next: z.string().nullable() }),
  }),
  mentionable: get('/v1/comment/mentionable', 'member', {
    about: '@ 谁：在场的人与名字以此开头的人，最多八位',
    limit: { most: 240, seconds: 60 },
    query: z.object({ ...target, prefix: z.string().max(20).default('') }),
    reply: z.array(z.object({ id: z.number(), nickname: z.string(), avatar: z.string() })),
  }),
});

const row = z.object({
  id: z.number(),
  text: z.string(),
  /** Addresses of its pictures. */
  pictures: z.array(z.string()),
  /** `guest`: has no account here. */
  author: z.object({ id: z.number(), nickname: z.string(), avatar: z.string(), guest: z.boolean() }),
  /** Whether the viewer may disable its author. */
  mayDisable: z.boolean(),
  /** Article or say it belongs to. */
  target: z.object({ kind: z.enum(['article', 'say']), id: z.number(), title: z.string() }),
  /** Address of it on the site. */
  path: z.string(),
  /** Sentence of the article that it is about; '' without one. */
  quote: z.string(),
  /** Parent comment; `text` is its beginning, '' once deleted permanently. */
  answers: z.object({ nickname: z.string(), text: z.string() }).nullable(),
  state: z.enum(['shown', 'held', 'removed']),
  /** Whether the staff removed it and may restore it. */
  mayRestore: z.boolean(),
  pinned: z.boolean(),
  reasons: z.array(z.string()),
  place: z.string(),
  likes: z.number(),
  reports: z.number(),
  createdAt: time,
});

export type CommentRow = z.infer<typeof row>;

export const adminComments = ofFeature('comments', {
  list: paged('/v1/admin/comments/', 'comments.moderate', {
    scope: 'moderate',
    about: '评论，新的在前；按状态、文字、作者的昵称与是不是访客筛选',
    filters: {
      state: z.enum(['all', 'shown', 'held', 'removed'], '没有这种状态').default('all'),
      text: searchText(),
      author: z.string().trim().max(50, '昵称过长').default(''),
      by: z.enum(['all', 'guests', 'members'], '须为访客或会员').default('all'),
    },
    row,
  }),
  act: batch('/v1/admin/comments/', 'comments.moderate', {
    scope: 'moderate',
    keyActs: ['release', 'hold'],
    about: '通过、隐藏、删除一批评论，恢复管理员删除的，或置顶与取消置顶',
    acts: ['release', 'hold', 'remove', 'restore', 'pin', 'unpin'],
  }),
});
