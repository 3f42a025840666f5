import { z } from 'zod';
import { writer } from '../core/writings.ts';
import { batch, paged } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';
import { isBlank } from '../platform/rules.ts';

/** Why a member reports a writing. */
export const reportReason = z
  .string('请说明理由')
  .trim()
  .refine((text) => !isBlank(text), '请说明理由')
  .refine((text) => [...text].length <= 200, '理由不能超过 200 个字');

const kind = z.enum(['comment', 'say', 'board', 'chat'], '没有这种内容');

const row = z.object({
  id: z.number(),
  kind,
  reason: z.string(),
  reporter: writer,
  /** Current text of the reported writing; '' for chat messages, which have the excerpt. */
  text: z.string(),
  /** Author of the writing; null for a visitor and once it is deleted. */
  author: writer.nullable(),
  /** Address of it, or ''. */
  path: z.string(),
  /** Excerpt of a chat as the reporter saw it; `reported` marks the message. */
  excerpt: z.array(
    z.object({ sender: z.string(), text: z.string(), picture: z.string(), createdAt: time, reported: z.boolean() }),
  ),
  /** Whether the writing still exists. */
  isThere: z.boolean(),
  isPrivate: z.boolean(),
  createdAt: time,
  settledAt: time.nullable(),
});

export type ReportRow = z.infer<typeof row>;

export const adminReports = {
  list: paged('/v1/admin/reports/', 'comments.moderate', {
    about: '举报，新的在前；私聊的只有举报人交出的几句',
    filters: {
      state: z.enum(['open', 'settled', 'all'], '没有这种状态').default('open'),
      kind: kind.or(z.literal('all')).default('all'),
    },
    row,
  }),
  act: batch('/v1/admin/reports/', 'comments.moderate', {
    about: '把一批举报标为已处理、重新打开，或移除被举报的内容',
    acts: ['settle', 'reopen', 'remove'],
  }),
};
