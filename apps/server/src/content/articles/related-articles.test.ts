import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const related = async (id: number) =>
  (await site.as(null).articles.info({ query: { id } })).related.map(({ title }) => title);
const writes = (title: string, summary: string, more: Parameters<typeof site.writes>[0] = {}) =>
  site.writes({ title, summary, markdown: `${summary}\n\n其余。`, ...more });

test('without a shared tag, similar texts come first', async () => {
  const id = await writes('给编辑器加上离线草稿', '断网时草稿先写进浏览器，恢复之后再存到服务器');
  await writes('晒太阳的猫', '午后在阳台看一只猫睡觉');
  await writes('浏览器里的离线草稿', '编辑器断网怎么办，草稿怎么恢复');
  await writes('煮一壶茶', '水开之前想了想今年的计划');
  expect(await related(id)).toEqual(['浏览器里的离线草稿']);
});

test('a shared tag weighs more than any words, and among equal ones the words decide', async () => {
  const id = await writes('给编辑器加上离线草稿', '断网时草稿先写进浏览器', { tags: ['前端'] });
  await writes('编辑器的离线草稿', '断网时草稿写进浏览器，给编辑器加上离线');
  await writes('毫不相干', '说说天气', { tags: ['前端'], publishedAt: Date.now() });
  await writes('编辑器与草稿', '离线的编辑器', { tags: ['前端'], publishedAt: 1000 });
  expect(await related(id)).toEqual(['编辑器与草稿', '毫不相干', '编辑器的离线草稿']);
});

test('one common word relates nothing', async () => {
  const id = await writes('春天', '雨水落在屋顶');
  await writes('秋天的雨水', '别的事情');
  expect(await related(id)).toEqual([]);
});

test('unpublished, removed and locked texts are not compared', async () => {
  const id = await writes('给编辑器加上离线草稿', '断网时草稿先写进浏览器');
  await writes('编辑器离线草稿一', '断网时草稿写进浏览器', { state: 'draft' });
  const removed = await writes('编辑器离线草稿二', '断网时草稿写进浏览器');
  await site.writes({
    title: '锁着的',
    markdown: `开头。\n\n<!-- more -->\n\n${'编辑器离线草稿，断网时草稿先写进浏览器。'.repeat(5)}`,
    readType: 4,
  });
  await site.db.updateTable('articles').set({ removedAt: 1 }).where('id', '=', removed).execute();
  expect(await related(id)).toEqual([]);
});
