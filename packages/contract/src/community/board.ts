import { z } from 'zod';
import { stickerPiece } from '../core/stickers.ts';
import { writing, writingActs, writingFilters } from '../core/writings.ts';
import { batch, get, ofFeature, paged, post } from '../platform/endpoint.ts';
import { cursor, id, pageOf, pageQuery, time } from '../platform/fields.ts';
import { isBlank, longestBoardMessage } from '../platform/rules.ts';
import { reportReason } from './reports.ts';

const boardMessage = z.object({
  id: z.number(),
  /** Null for a visitor, a guest and after the account is gone. */
  authorId: z.number().nullable(),
  nickname: z.string(),
  /** Site of a guest, who wrote on an earlier site and has no account here, or ''; null for everybody else. */
  website: z.string().nullable(),
  /** Address of the member's own picture; '' for visitors and members without one. */
  avatar: z.string(),
  /** Province or country, or ''. */
  place: z.string(),
  /** Plain text, never HTML. */
  text: z.string(),
  /** The text, split at its stickers. */
  pieces: z.array(stickerPiece),
  /** 审核中: visible to its author and the staff only. */
  held: z.boolean(),
  createdAt: time,
});

export type BoardMessage = z.infer<typeof boardMessage>;

const text = z
  .string('留言不能为空')
  .trim()
  .refine((text) => !isBlank(text), '留言不能为空')
  .refine((text) => [...text].length <= longestBoardMessage, `留言不能超过 ${longestBoardMessage} 个字`);

export const board = ofFeature('board', {
  list: get('/v1/message/', 'anyone', {
    scope: 'read',
    about: '留言板，新的在前；after 接着上一页的 next，多深都一样快',
    query: pageQuery.extend({ after: cursor }),
    reply: pageOf(boardMessage).extend({ next: z.string().nullable() }),
  }),
  post: post('/v1/message/', 'anyone', {
    speaks: true,
    changes: true,
    about: '留言：访客也可以；30 秒后才能再次留言',
    body: z.object({ text }),
    /** Null for a visitor's held message, which has no account to show it to. */
    reply: boardMessage.nullable(),
  }),
  held: get('/v1/message/held', 'member', {
    about: '自己还在审核中的留言，新的在前',
    reply: z.array(boardMessage),
  }),
  report: post('/v1/message/report', 'member', {
    about: '举报一条留言；同一人只算一次',
    limit: { most: 20, seconds: 600 },
    body: z.object({ id: id('留言编号'), reason: reportReason }),
  }),
});

export type BoardRow = z.infer<typeof writing>;

export const adminBoard = ofFeature('board', {
  list: paged('/v1/admin/board/', 'board.moderate', {
    scope: 'moderate',
    about: '留言，新的在前；按状态、文字与作者的昵称筛选',
    filters: writingFilters,
    row: writing,
  }),
  act: batch('/v1/admin/board/', 'board.moderate', {
    scope: 'moderate',
    keyActs: ['release', 'hold'],
    about: '通过、隐藏或删除一批留言',
    acts: writingActs,
  }),
});
