import type { Source } from '@mojian/importers/form';
import { recognize } from '@mojian/importers/recognize';
import { expect, test } from 'vitest';
import { writeSource } from '../../../../../packages/importers/test/write-source.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { findMoved } from '../../content/slugs/moved.ts';
import { carryOut, insertRun, previewImport } from './runs.ts';
import { proposedOptions } from './survey.ts';

const site = freshSite();
async function imports(source: Source) {
  const found = await recognize({ ...source, unpack: async () => source, close: async () => {} });
  if (typeof found === 'string') throw new Error(found);
  const opened = { ...found, name: source.name };
  const userId = site.owner.id;
  const preview = await previewImport(site, opened, { userId });
  const runId = await insertRun(site.db, {
    survey: preview,
    opened,
    upload: 'upload-12345',
    userId,
    options: proposedOptions(preview),
  });
  return carryOut(site, opened, runId);
}

const blog = `-- MySQL dump 10.13
CREATE TABLE \`typecho_comments\` (\`coid\` int, \`cid\` int, \`created\` int, \`author\` text, \`authorId\` int, \`mail\` text, \`url\` text, \`agent\` text, \`text\` text, \`type\` text, \`status\` text, \`parent\` int);
INSERT INTO \`typecho_comments\` VALUES (1,1,1700000000,'客',0,'guest@example.com','','','沙发','comment','approved',0),(2,1,1700000100,'客二',0,'','','','<script>alert(1)</script>回','comment','waiting',1);
CREATE TABLE \`typecho_contents\` (\`cid\` int, \`title\` text, \`slug\` text, \`created\` int, \`modified\` int, \`text\` longtext, \`authorId\` int, \`type\` text, \`status\` text, \`password\` text, \`allowComment\` text, \`parent\` int);
INSERT INTO \`typecho_contents\` VALUES (1,'雨天','rain',1700000000,1700000000,'<!--markdown-->## 雨\\n\\n下了**一天**。',1,'post','publish',NULL,'1',0),(2,'关于','about',1700000000,1700000000,'我',1,'page','publish',NULL,'1',0);
CREATE TABLE \`typecho_metas\` (\`mid\` int, \`name\` text, \`slug\` text, \`type\` text, \`parent\` int);
INSERT INTO \`typecho_metas\` VALUES (1,'天气','weather','category',0),(2,'雨','rain','tag',0);
CREATE TABLE \`typecho_options\` (\`name\` text, \`user\` int, \`value\` text);
INSERT INTO \`typecho_options\` VALUES ('siteUrl',0,'https://old.example.com'),('title',0,'旧站');
CREATE TABLE \`typecho_relationships\` (\`cid\` int, \`mid\` int);
INSERT INTO \`typecho_relationships\` VALUES (1,1),(1,2);
CREATE TABLE \`typecho_users\` (\`uid\` int, \`name\` text, \`mail\` text, \`screenName\` text);
INSERT INTO \`typecho_users\` VALUES (1,'admin','someone@example.com','旧站长');
-- Dump completed
`;

const answers = JSON.stringify({
  type: 'waline',
  version: 1,
  tables: ['Comment', 'Counter', 'Users'],
  data: {
    Comment: [
      {
        objectId: 1,
        nick: '读者',
        comment: '按旧地址找到文章',
        url: '/index.php/archives/1/',
        status: 'approved',
        like: 3,
        insertedAt: '2024-01-01T00:00:00Z',
      },
      {
        objectId: 2,
        nick: '读者',
        comment: '[@读者](#1): 回复',
        url: '/archives/1/',
        pid: 1,
        rid: 1,
        status: 'spam',
        insertedAt: '2024-01-02T00:00:00Z',
      },
      {
        objectId: 3,
        nick: '孤儿',
        comment: '文章不在',
        url: '/archives/99/',
        status: 'approved',
        insertedAt: '2024-01-03T00:00:00Z',
      },
    ],
    Counter: [],
    Users: [],
  },
});

test('a Typecho site is imported with the comments of its Waline, and a second run changes nothing', async () => {
  const dump = await writeSource(blog, 'typecho.sql');
  expect(await imports(dump)).toMatchObject({
    article: { added: 1 },
    page: { added: 1 },
    comment: { inFile: 2, added: 2 },
  });
  const { records } = await site.as(null).articles.list({ query: {} });
  expect(records).toMatchObject([{ title: '雨天', category: { name: '天气' }, tags: [{ name: '雨' }], comments: 1 }]);
  expect(await findMoved(site.db, '/archives/1/')).toBe(`/article/${records[0]?.id}`);

  const comments = await writeSource(answers, 'waline.json');
  expect(await imports(comments)).toMatchObject({ comment: { inFile: 3, added: 2, waiting: 1 } });
  const stored = await site.db
    .selectFrom('comments')
    .select(['text', 'html', 'state', 'likes', 'parentId'])
    .orderBy('id')
    .execute();
  expect(stored.map(({ text, state, likes }) => [text, state, likes])).toEqual([
    ['沙发', 'shown', 0],
    [expect.stringContaining('回'), 'held', 0],
    ['按旧地址找到文章', 'shown', 3],
    ['回复', 'held', 0],
  ]);
  expect(stored.map(({ html }) => html).join()).not.toContain('<script');
  expect(stored.filter(({ parentId }) => parentId !== null)).toHaveLength(2);

  expect(await imports(dump)).toMatchObject({
    article: { unchanged: 1 },
    page: { unchanged: 1 },
    comment: { unchanged: 2 },
  });
  expect(await imports(comments)).toMatchObject({ comment: { unchanged: 2 } });
  expect(await site.db.selectFrom('comments').select('id').execute()).toHaveLength(4);
});
