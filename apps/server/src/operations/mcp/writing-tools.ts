import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft, Saved } from '@mojian/contract/content/drafts';
import { z } from 'zod';
import { type Ask, id, tool } from './tools.ts';

const fields = {
  title: z.string().max(200).describe('标题'),
  markdown: z.string().max(500_000).describe('正文，Markdown'),
  summary: z.string().max(1000).describe('摘要；空着由正文得来'),
  category: z.string().max(100).describe('分类的名字，须是已有的'),
  tags: z.array(z.string().max(100)).max(30).describe('标签'),
};
const { title, markdown, summary, category, tags } = fields;

/** Reads one's own draft, changes some of its fields, and saves it on the version that was read. */
async function change(ask: Ask, number: number, to: (content: ArticleContent) => Partial<ArticleContent>) {
  const { version, content } = await ask<Draft>('GET /v1/article/selectMyArticleInfo', { query: { id: number } });
  const body = { id: number, version, content: { ...content, ...to(content) } };
  return saved(await ask<Saved>('PUT /v1/article/', { body }));
}

function saved({ id: number, savedAt }: Saved) {
  return { id: number, savedAt, edit: `/newposts?id=${number}` };
}

export const writingTools = {
  create_draft: tool({
    scopes: ['draft'],
    title: '新建草稿',
    description: '新建一篇草稿，读者看不到；发布要主人自己点，或另有 publish 权限',
    args: z.object({
      title,
      markdown,
      summary: summary.optional(),
      category: category.optional(),
      tags: tags.optional(),
    }),
    run: async (ask, content) => {
      const body = { key: crypto.randomUUID(), content };
      return saved(await ask<Saved>('POST /v1/article/', { body }));
    },
  }),
  append_draft: tool({
    scopes: ['draft'],
    title: '接着写草稿',
    description: '在自己的一篇草稿末尾另起一段',
    args: z.object({ id: id('文章'), markdown }),
    run: (ask, { id: number, markdown: added }) =>
      change(ask, number, ({ markdown: before }) => ({ markdown: before === '' ? added : `${before}\n\n${added}` })),
  }),
  edit_draft: tool({
    scopes: ['draft'],
    title: '改草稿',
    description: '改自己的一篇草稿；没给的字段不动，读者看到的不变',
    args: z.object({
      id: id('文章'),
      title: title.optional(),
      markdown: markdown.optional(),
      summary: summary.optional(),
      category: category.optional(),
      tags: tags.optional(),
    }),
    run: (ask, { id: number, ...wanted }) =>
      change(ask, number, () => Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))),
  }),
  add_picture: tool({
    scopes: ['upload'],
    title: '收一张图片',
    description: '把公网上的一张图片收进站里，返回可以写进 Markdown 的地址',
    args: z.object({ url: z.string().max(4000).describe('图片的 http 或 https 地址') }),
    run: async (ask, body) => {
      const { url, width, height } = await ask<{ url: string; width: number; height: number }>('POST /v1/file/take', {
        body,
      });
      return { url, width, height, markdown: `![](${url})` };
    },
  }),
  publish_article: tool({
    scopes: ['publish'],
    title: '发布文章',
    description: '把自己的一篇草稿发布给读者，或定时发布；主人无权直接发布时是提交审核',
    args: z.object({
      id: id('文章'),
      publishAt: z.string().max(40).optional().describe('定时的时间，ISO 8601，如 2027-01-01T08:00:00+08:00'),
    }),
    run: async (ask, { id: number, publishAt }) => {
      const { version } = await ask<Draft>('GET /v1/article/selectMyArticleInfo', { query: { id: number } });
      const time = publishAt === undefined ? {} : { publishAt };
      const { state } = await ask<{ state: string }>('POST /v1/article/submit', {
        body: { id: number, version, ...time },
      });
      return { id: number, state, path: `/article/${number}` };
    },
  }),
  post_say: tool({
    scopes: ['publish'],
    title: '发说说',
    description: '以主人的名义发一条说说',
    args: z.object({
      text: z.string().min(1).max(20_000).describe('内容，支持 Markdown 与 #话题'),
      isPublic: z.boolean().default(true).describe('false：仅自己可见'),
    }),
    run: async (ask, body) => {
      const { id: number, held } = await ask<{ id: number; held: boolean }>('POST /v1/say/insertSay', { body });
      return { id: number, held, path: `/say?id=${number}` };
    },
  }),
};
