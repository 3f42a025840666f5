import { z } from 'zod';
import { batch, get, paged, post, put } from '../platform/endpoint.ts';
import { id, ids } from '../platform/fields.ts';
import { longestName } from '../platform/rules.ts';

export const tag = z.object({ id: z.number(), name: z.string(), articles: z.number() });

export type Tag = z.infer<typeof tag>;

export const tags = {
  list: get('/v1/tag/', 'anyone', {
    scope: ['read', 'draft'],
    about: '全部标签与篇数，多的在前',
    /** `initial`: A to Z by the pinyin of the name, # for all others. */
    reply: z.array(tag.extend({ initial: z.string() })),
  }),
};

const row = z.object({ id: z.number(), name: z.string(), articles: z.number() });

export type TagRow = z.infer<typeof row>;

const name = z
  .string('请输入标签名')
  .transform((value) => value.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(1, '请输入标签名').max(longestName, `标签名不能超过 ${longestName} 个字`));

const merge = { ids, into: id('标签编号') };

export const adminTags = {
  list: paged('/v1/admin/tags/', 'taxonomy.manage', {
    about: '全部标签，用得多的在前；use 取用着的或没用的',
    filters: {
      text: z.string().trim().max(longestName, `搜索内容不能超过 ${longestName} 个`).default(''),
      use: z.enum(['all', 'used', 'unused'], '须为 all、used 或 unused').default('all'),
    },
    row,
  }),
  rename: put('/v1/admin/tags/', 'taxonomy.manage', {
    about: '改一个标签的名字，草稿里写的也跟着改；before 是原来的名字，别人先改过则 409',
    body: z.object({ id: id('标签编号'), before: z.string('缺少原来的名字'), name }),
  }),
  act: batch('/v1/admin/tags/', 'taxonomy.manage', {
    about: '删除一批没有文章用着的标签',
    acts: ['remove'],
  }),
  /** Merges tags; `try` previews it. A POST, since a query could not carry a hundred ids. */
  merge: post('/v1/admin/tags/merge', 'taxonomy.manage', {
    about: '把一批标签并入 into；try 为真只算一算会怎样，什么也不改',
    body: z.object({ ...merge, try: z.boolean('须为 true 或 false').default(false) }),
    reply: z.object({
      into: z.string(),
      /** Names of the tags that are removed. */
      gone: z.array(z.string()),
      /** Number of articles that newly get the tag. */
      articles: z.number(),
    }),
  }),
};
