import { z } from 'zod';
import { get } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';
import { longestArticleTitle, longestSlug } from '../platform/rules.ts';

export const slugs = {
  propose: get('/v1/article/slug', 'member', {
    about: '由标题得来的网址里的名字（拼音），没有别的文章用着；给了 slug 则看它能不能用。id 是正在写的文章',
    limit: { most: 300, seconds: 600 },
    query: z.object({
      title: z.string('标题须为文字').max(longestArticleTitle, `标题不能超过 ${longestArticleTitle} 个字`).default(''),
      slug: z.string('网址里的名字须为文字').max(longestSlug, `网址里的名字不能超过 ${longestSlug} 个字`).optional(),
      id: id('文章编号').optional(),
    }),
    /** `problem`: why it cannot be used, or ''. */
    reply: z.object({ slug: z.string(), available: z.boolean(), problem: z.string() }),
  }),
  find: get('/v1/article/bySlug', 'anyone', {
    scope: 'read',
    about: '网址里的名字是哪一篇已发布的文章或页面',
    query: z.object({
      slug: z.string('网址里的名字有误').min(1, '网址里的名字有误').max(longestSlug, '网址里的名字有误'),
    }),
    reply: z.object({ id: z.number() }),
  }),
};
