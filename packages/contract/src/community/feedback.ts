import { z } from 'zod';
import { writer } from '../core/writings.ts';
import { batch, paged, post, put } from '../platform/endpoint.ts';
import { id, searchText, time, wholeNumber, written } from '../platform/fields.ts';
import { longestContent, longestTitle } from '../platform/rules.ts';

export const feedback = {
  send: post('/v1/feedback/', 'member', {
    speaks: true,
    about: '写给站长：type 1 建议，2 问题',
    limit: { most: 10, seconds: 3600 },
    body: z.object({
      type: z.union([z.literal(1), z.literal(2)], '请选择建议或问题'),
      title: written('标题', longestTitle),
      content: written('内容', longestContent),
    }),
  }),
};

const row = z.object({
  id: z.number(),
  /** See `feedbackTypes`. */
  type: z.number(),
  title: z.string(),
  content: z.string(),
  author: writer,
  answer: z.string(),
  createdAt: time,
  settledAt: time.nullable(),
  version: z.number(),
});

export type FeedbackRow = z.infer<typeof row>;

export const adminFeedback = {
  list: paged('/v1/admin/feedback/', 'feedback.answer', {
    about: '写给站长的建议与问题，新的在前',
    filters: {
      state: z.enum(['open', 'settled', 'all'], '没有这种状态').default('open'),
      type: z.enum(['all', '1', '2'], '请选择建议或问题').default('all'),
      text: searchText(),
    },
    row,
  }),
  answer: put('/v1/admin/feedback/', 'feedback.answer', {
    about: '答复一条反馈，也可以同时标为已解决；写的人会收到通知',
    body: z.object({
      id: id('反馈编号'),
      version: wholeNumber('版本').or(z.literal(0)),
      answer: z
        .string('请写下答复')
        .trim()
        .refine((text) => [...text].length <= 1000, '答复不能超过 1000 个字'),
      settles: z.boolean('请选择是否解决').default(true),
    }),
  }),
  act: batch('/v1/admin/feedback/', 'feedback.answer', {
    about: '把一批反馈标为已解决，或重新打开',
    acts: ['settle', 'reopen'],
  }),
};
