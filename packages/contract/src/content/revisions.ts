import { z } from 'zod';
import { get, post } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';
import { articleContent, largestBody } from './article-content.ts';

/**
 * Why it was kept: periodically, on submission, on publication, replaced by another text; or superseded when the staff
 * put an earlier text there, which is `restored`.
 */
export const revisionReasons = ['time', 'submitted', 'published', 'replaced', 'superseded', 'restored'] as const;

const revision = z.object({
  id: z.number(),
  reason: z.enum(revisionReasons),
  title: z.string(),
  words: z.number(),
  author: z.object({ id: z.number(), nickname: z.string() }),
  /** Name of the key by which a program wrote it; '' for a person. */
  keyName: z.string(),
  createdAt: time,
});

/** `series`: all series of its author, to resolve names. */
const revisionInfo = revision.extend({
  content: articleContent,
  series: z.array(z.object({ id: z.number(), name: z.string() })),
});

export type RevisionInfo = z.infer<typeof revisionInfo>;
export type Revision = z.infer<typeof revision>;

export const revisions = {
  list: get('/v1/article/revisions', 'member', {
    scope: 'read',
    about: '一篇文章的历史，新的在前',
    query: z.object({ id: id('文章编号') }),
    reply: z.array(revision),
  }),
  info: get('/v1/article/revision', 'member', {
    scope: 'read',
    about: '历史里的一版，连同内容',
    query: z.object({ id: id('历史编号') }),
    reply: revisionInfo,
  }),
  keep: post('/v1/article/revision', 'member', {
    about: '把眼前的一版留进历史：在恢复、导入或合并换掉它之前',
    limit: { most: 120, seconds: 600 },
    largestBody,
    body: z.object({ id: id('文章编号'), content: articleContent }),
  }),
};
