import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { Draft, OwnArticle } from '@mojian/contract/content/drafts';
import { articleStates } from '@mojian/contract/content/drafts';
import type { SearchReply } from '@mojian/contract/pages/search';
import { searchKinds } from '@mojian/contract/platform/rules';
import { removeTags } from '@mojian/markdown/text';
import { z } from 'zod';
import { id, page, tool } from './tools.ts';

type Page<Row> = { records: Row[]; total: number };

/** Scopes that show an author their own texts: whoever writes has to see them. */
const ofAuthors = ['read', 'draft', 'publish'] as const;

export const readingTools = {
  search: tool({
    scopes: ['read'],
    title: '搜索',
    description: '在已发布的文章、说说、专栏、页面与评论里搜索，返回标题、摘要与编号',
    args: z.object({ q: z.string().min(1).max(100).describe('要找的词'), kind: z.enum(searchKinds).optional(), page }),
    run: async (ask, { q, kind, page: pageNo }) => {
      const { records, total } = await ask<SearchReply>('GET /v1/search', {
        query: { q, pageNo, ...(kind && { kind }) },
      });
      const found = records.map(({ kind: what, id: number, path, title, summary, date, author }) => ({
        kind: what,
        id: number,
        path,
        title,
        summary,
        date,
        author,
      }));
      return { total, records: found };
    },
  }),
  read_article: tool({
    scopes: ['read'],
    title: '读文章',
    description: '读一篇已发布的文章或页面，正文是纯文字；自己的文章用 read_draft 读 Markdown',
    args: z.object({ id: id('文章') }),
    run: async (ask, { id: number }) => {
      const found = await ask<ArticleInfo>('GET /v1/article/info', { query: { id: number } });
      const { title, path, summary, html, locked, author, category, tags, publishedAt } = found;
      const names = { author: author.nickname, category: category?.name ?? '', tags: tags.map(({ name }) => name) };
      return { id: number, title, path, ...names, publishedAt, summary, locked, text: removeTags(html) };
    },
  }),
  list_drafts: tool({
    scopes: ofAuthors,
    title: '列出自己的文章',
    description: '自己的文章与草稿，最近动过的在前，包括没有发布的',
    args: z.object({
      state: z.enum(articleStates).optional().describe('只看这种状态；draft 是没发布过的草稿'),
      keyword: z.string().max(100).default('').describe('标题里的字'),
      page,
    }),
    run: async (ask, { state, keyword, page: pageNo }) => {
      const query = { keyword, pageNo, ...(state && { state }) };
      const { records, total } = await ask<Page<OwnArticle>>('GET /v1/article/selectMyArticles', { query });
      const rows = records.map(({ id: number, title, state: now, changed, words, savedAt, keyName }) => ({
        id: number,
        title,
        state: now,
        changed,
        words,
        savedAt,
        keyName,
      }));
      return { total, records: rows };
    },
  }),
  read_draft: tool({
    scopes: ofAuthors,
    title: '读自己的草稿',
    description: '自己的一篇文章的 Markdown 与其他字段，连同没有发布的改动',
    args: z.object({ id: id('文章') }),
    run: async (ask, { id: number }) => {
      const draft = await ask<Draft>('GET /v1/article/selectMyArticleInfo', { query: { id: number } });
      const { state, changed, savedAt, keyName, content } = draft;
      const { title, markdown, summary, category, tags } = content;
      return { id: number, state, changed, savedAt, keyName, title, summary, category, tags, markdown };
    },
  }),
};
