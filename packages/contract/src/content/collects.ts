import { z } from 'zod';
import { del, get, paged } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';
import { articleCard } from './articles.ts';

const articleId = z.object({ articleId: id('文章编号') });
const state = z.object({ collected: z.boolean(), collects: z.number() });

export const collects = {
  list: paged('/v1/collect/', 'member', {
    about: '自己收藏的文章，新收藏的在前',
    row: articleCard,
  }),
  collect: get('/v1/collect/insertCollect', 'member', {
    changes: true,
    about: '收藏一篇文章；已经收藏的不变',
    limit: { most: 120, seconds: 60 },
    query: articleId,
    reply: state,
  }),
  /** Alias for compatibility with other clients of this API. */
  collectToo: get('/v1/collect/collect', 'member', {
    changes: true,
    about: '与 /v1/collect/insertCollect 相同',
    limit: { most: 120, seconds: 60 },
    query: articleId,
    reply: state,
  }),
  uncollect: del('/v1/collect/', 'member', {
    about: '取消收藏',
    limit: { most: 120, seconds: 60 },
    query: articleId,
    reply: state,
  }),
};
