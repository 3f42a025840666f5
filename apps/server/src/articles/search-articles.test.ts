import { expect, test } from 'vitest';
import { freshSite } from '../../test/fresh-site.ts';

const site = freshSite();

const search = (keyword: string, page: object = {}) => site.as(null).articles.search({ query: { keyword, ...page } });
const ids = async (keyword: string) => (await search(keyword)).records.map(({ id }) => id);

test('a site without articles finds nothing, and so does an empty keyword', async () => {
  const nothing = { records: [], total: 0, pages: 0, pageNo: 1, pageSize: 10 };
  expect(await search('春天')).toEqual(nothing);
  await site.writes();
  expect(await search('')).toEqual(nothing);
  expect(await search(' \u3000\n')).toEqual(nothing);
});

test('white space within a keyword makes no difference', async () => {
  const id = await site.writes({ title: '自己写搜索引擎' });
  expect(await ids(' 搜 索\u3000引\t擎 ')).toEqual([id]);
});

test('title before summary before body', async () => {
  const body = await site.writes({ title: '甲', summary: '无', markdown: '说到引擎。' });
  const title = await site.writes({ title: '引擎', summary: '无', markdown: '无' });
  const summary = await site.writes({ title: '乙', summary: '讲引擎', markdown: '无' });
  expect(await ids('引擎')).toEqual([title, summary, body]);
});

test('a result shows its summary when that explains the match, else the place of the match', async () => {
  const markdown = `${'铺垫。'.repeat(60)}这里提到了 **引擎** &amp; <b>标签</b>。\n\n${'尾声。'.repeat(60)}`;
  await site.writes({ title: '无关的题目', summary: '写好的摘要', markdown });
  expect((await search('摘要')).records[0]?.summary).toBe('写好的摘要');

  const shown = (await search('引擎')).records[0]?.summary;
  expect(shown).toMatch(/^….*这里提到了 引擎 & 标签。.*…$/);
  expect(shown).not.toMatch(/[<>]|&amp;|\*\*/);
});

test('what looks like HTML in a text stays text in its snippet', async () => {
  await site.writes({ summary: '无', markdown: '先写 `<script>alert(1)</script>` 再看引擎' });
  expect((await search('引擎')).records[0]?.summary).toContain('<script>alert(1)</script>');
});

test('code is found too, formulas do not show twice', async () => {
  await site.writes({ title: '代码', summary: '无', markdown: '```ts\nconst lighthouse = 1;\n```\n\n行内 $a^2$ 公式' });
  expect((await search('lightho')).records[0]?.summary).toContain('const lighthouse = 1;');
  expect((await search('公式')).records[0]?.summary).not.toMatch(/a\^2/);
});

test('results come in pages', async () => {
  for (let number = 0; number < 5; number++) await site.writes({ title: `引擎${number}` });
  const pages = await Promise.all([1, 2, 3, 4].map((pageNo) => search('引擎', { pageNo, pageSize: 2 })));
  expect(pages.map(({ records }) => records.map(({ title }) => title))).toEqual([
    ['引擎4', '引擎3'],
    ['引擎2', '引擎1'],
    ['引擎0'],
    [],
  ]);
  expect(pages[0]).toMatchObject({ total: 5, pages: 3, pageSize: 2 });
});

test('drafts are not found until they are published, nor after they are withdrawn', async () => {
  const id = await site.writes({ title: '密林', state: 'draft' });
  expect(await ids('密林')).toEqual([]);
  await site.writes({ id, title: '密林' });
  expect(await ids('密林')).toEqual([id]);
  await site.writes({ id, title: '密林', state: 'withdrawn' });
  expect(await ids('密林')).toEqual([]);
});

test('a keyword of any content is answered', async () => {
  await site.writes();
  for (const keyword of [
    '"',
    "'; drop table articles; --",
    '%',
    '_',
    '\\',
    '{title}: x',
    '\ud800',
    'NOT',
    '😀',
    '长'.repeat(100),
  ])
    await expect(search(keyword), keyword).resolves.toMatchObject({ records: [] });
});
