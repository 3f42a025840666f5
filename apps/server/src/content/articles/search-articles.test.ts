import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const search = (keyword: string, page: object = {}) => site.as(null).articles.search({ query: { keyword, ...page } });
const ids = async (keyword: string) => (await search(keyword)).records.map(({ id }) => id);

test('a search finds nothing on a site without articles or for an empty keyword', async () => {
  const page = { records: [], total: 0, pages: 0, pageNo: 1, pageSize: 10 };
  const nothing = { ...page, suggestion: '', instead: false, marks: [] };
  expect(await search('春天')).toEqual(nothing);
  await site.writes();
  expect(await search('')).toEqual(nothing);
  expect(await search(' \u3000\n')).toEqual(nothing);
});

const typed = async (text: string) => {
  const { records } = await search(text.replace(/\s/g, ''), { typed: text });
  return records.map(({ title }) => title);
};

/** Articles of which no more is wanted than where their words are. */
async function write(titles: string[], more: object = {}) {
  for (const title of titles) await site.writes({ title, summary: '无', markdown: '无', ...more });
}

test('white space within a keyword makes no difference', async () => {
  const id = await site.writes({ title: '自己写搜索引擎' });
  expect(await ids(' 搜 索\u3000引\t擎 ')).toEqual([id]);
});

test('matches in the title rank above those in the summary, and those above the text', async () => {
  const body = await site.writes({ title: '甲', summary: '无', markdown: '说到引擎。' });
  const title = await site.writes({ title: '引擎', summary: '无', markdown: '无' });
  const summary = await site.writes({ title: '乙', summary: '讲引擎', markdown: '无' });
  expect(await ids('引擎')).toEqual([title, summary, body]);
});

test('a result shows its summary when that contains the match, else the matching passage', async () => {
  const markdown = `${'铺垫。'.repeat(60)}这里提到了 **引擎** &amp; <b>标签</b>。\n\n${'尾声。'.repeat(60)}`;
  await site.writes({ title: '无关的题目', summary: '写好的摘要', markdown });
  expect((await search('摘要')).records[0]?.summary).toBe('写好的摘要');

  const shown = (await search('引擎')).records[0]?.summary;
  expect(shown).toMatch(/^….*这里提到了 引擎 & 标签。.*…$/);
  expect(shown).not.toMatch(/[<>]|&amp;|\*\*/);
});

test('HTML-like text stays text in a snippet', async () => {
  await site.writes({ summary: '无', markdown: '先写 `<script>alert(1)</script>` 再看引擎' });
  expect((await search('引擎')).records[0]?.summary).toContain('<script>alert(1)</script>');
});

test('code is searched too, and formulas appear once in a snippet', async () => {
  await site.writes({ title: '代码', summary: '无', markdown: '```ts\nconst lighthouse = 1;\n```\n\n行内 $a^2$ 公式' });
  expect((await search('lightho')).records[0]?.summary).toContain('const lighthouse = 1;');
  expect((await search('公式')).records[0]?.summary).not.toMatch(/a\^2/);
});

test('results are paged', async () => {
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

test('articles are found only while they are published', async () => {
  const id = await site.writes({ title: '密林', state: 'draft' });
  expect(await ids('密林')).toEqual([]);
  await site.writes({ id, title: '密林' });
  expect(await ids('密林')).toEqual([id]);
  await site.writes({ id, title: '密林', state: 'withdrawn' });
  expect(await ids('密林')).toEqual([]);
});

test('a keyword of any characters gets a reply', async () => {
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

test('a typed query keeps its words separate from the keyword', async () => {
  await write(['React Compiler 1.0', '文件与备份', 'ReactCompiler']);
  expect(await typed('React Compiler')).toEqual(['React Compiler 1.0']);
  expect(await typed('文件  备份')).toEqual(['文件与备份']);
  expect(await ids('ReactCompiler')).toHaveLength(1);
  expect((await search('', { typed: 'React' })).total).toBe(0);
});

test('a whole word outranks a prefix match at any position', async () => {
  await write(['第1期', ...Array.from({ length: 15 }, (_, at) => `第${at + 10}期`)]);
  expect((await typed('第1期'))[0]).toBe('第1期');
  await write(['Type']);
  await write(['TypeScript 指南', '甲']);
  await site.writes({ title: '乙', summary: '无', markdown: '说到 type 一次' });
  expect(await typed('type')).toEqual(['Type', '乙', 'TypeScript 指南']);
});

test('punctuation of a name such as C++ counts in a search', async () => {
  const names = ['C++', 'C#', 'C', '1.1.1.1', '1.2.3.4', 'HTTP/3', 'HTTP/2', 'vscode.dev', 'VS Code', 'GPT-4', 'GPT-5'];
  await write([...names, '.NET', 'Net 与渔网', 'node:sqlite', 'Node 与 SQLite'].map((name) => `谈谈 ${name}`));
  for (const name of ['C++', 'C#', '1.1.1.1', 'HTTP/3', 'HTTP/2', 'vscode.dev', 'GPT-4', '.NET', 'node:sqlite'])
    expect((await typed(name))[0], name).toBe(`谈谈 ${name}`);
  expect(await typed('C++')).toEqual(['谈谈 C++']);
  expect(await typed('gpt4')).toEqual(['谈谈 GPT-4']);
});

test('traditional characters match simplified ones and the reverse', async () => {
  await write(['並發與並行', '并发入门']);
  const both = ['並發與並行', '并发入门'];
  expect((await typed('并发')).sort()).toEqual(both.sort());
  expect((await typed('並發')).sort()).toEqual(both.sort());
  expect((await search('并发')).marks.sort()).toEqual(['並發', '并发'].sort());
});

test('a keyword that is too long is cut, not refused', async () => {
  await write(['怎样每天备份数据库']);
  const long = `怎样每天备份数据库${'，这里还有许多许多别的话要说'.repeat(200)}`;
  expect(await typed(long)).toEqual(['怎样每天备份数据库']);
});

test('a question matches articles without all of its words', async () => {
  await write(['数据库的备份', '门前的树']);
  for (const question of ['怎样备份数据库？', '如何备份数据库', '什么是数据库备份', '为什么要备份数据库'])
    expect(await typed(question), question).toEqual(['数据库的备份']);
  await write(['Deploy with Docker']);
  expect(await typed('how to deploy with docker')).toEqual(['Deploy with Docker']);
});

test('when nothing matches all words, most of them suffice, a few do not', async () => {
  await write(['桥与河', '番茄的种法']);
  expect(await typed('番茄 种法 阳台')).toEqual(['番茄的种法']);
  expect(await typed('汽车 飞机 桥')).toEqual([]);
});

test('equal matches are ordered by the distance and number of the words, then by date', async () => {
  const far = `甲。备份${'隔'.repeat(300)}恢复`;
  await site.writes({ title: '近', summary: '无', markdown: '甲。备份与恢复' });
  await site.writes({ title: '远', summary: '无', markdown: far });
  expect(await typed('备份 恢复')).toEqual(['近', '远']);

  await site.writes({ title: '多', summary: '无', markdown: '引擎，又是引擎，还是引擎，都是引擎，仍是引擎' });
  await site.writes({ title: '少', summary: '无', markdown: '引擎，引擎，引擎' });
  expect(await typed('引擎')).toEqual(['多', '少']);

  await site.writes({ title: '旧', summary: '无', markdown: '说到灯塔', publishedAt: 2_000 });
  await site.writes({ title: '更旧', summary: '无', markdown: '说到灯塔', publishedAt: 1_000 });
  expect(await typed('灯塔')).toEqual(['旧', '更旧']);
});

test('of more matches than are read the newest by date are, whatever their ids', async () => {
  const day = 86_400_000;
  const body = { summary: '无', markdown: '说到晨跑' };
  const rows = Array.from({ length: 110 }, (_, at) => {
    const publishedAt = ((at * 37) % 110) * day;
    const html = { html: '', openingHtml: '', headings: '[]', openingHeadings: '[]' };
    const times = { publishedAt, updatedAt: publishedAt, createdAt: publishedAt };
    return {
      authorId: site.lin.id,
      title: `日记 ${at}`,
      ...body,
      ...html,
      words: 4,
      state: 'published' as const,
      ...times,
    };
  });
  await site.db.transaction().execute(async (trx) => {
    for (const { id, title, publishedAt } of await trx.insertInto('articles').values(rows).returningAll().execute())
      await site.search.index(trx, { id, date: publishedAt ?? 0, title, summary: '无', body: body.markdown });
  });
  const newestFirst = rows.toSorted((a, b) => b.publishedAt - a.publishedAt).map(({ title }) => title);
  const found = await Promise.all([1, 2, 3].map((pageNo) => search('晨跑', { pageNo, pageSize: 50 })));
  expect(found.flatMap(({ records }) => records.map(({ title }) => title))).toEqual(newestFirst);

  const id = (await search('日记 0')).records[0]?.id;
  await site.writes({ id, title: '改了日子', ...body, publishedAt: 111 * day });
  expect(await typed('晨跑')).toEqual(['改了日子', ...newestFirst.slice(0, 9)]);
});

test('a text is ranked by all of it, without the addresses of its links', async () => {
  const far = '隔'.repeat(10_000);
  await site.writes({ title: '从头', summary: '无', markdown: `灯塔，灯塔，灯塔。${far}` });
  await site.writes({ title: '末尾', summary: '无', markdown: `${far}灯塔，灯塔，灯塔，灯塔，灯塔，灯塔，灯塔。` });
  expect(await typed('灯塔')).toEqual(['末尾', '从头']);

  await site.writes({ title: '说到', summary: '无', markdown: '说到 lighthouse 两次，lighthouse' });
  const links = '[图](https://a.example/lighthouse/lighthouse/1) '.repeat(9);
  await site.writes({ title: '链接', summary: '无', markdown: `${links}\n\n说到 lighthouse` });
  expect(await typed('lighthouse')).toEqual(['说到', '链接']);
});

test('the number of an issue is found however it is written, and beside other numbers', async () => {
  const titles = ['周刊（第 300 期）', '周刊第三百零三期：30 张图', '周刊 第12期 2024 年的300件事', '周刊第一百二十期'];
  await write(titles);
  for (const text of ['第300期', '第三百期', '周刊300', '周刊第三百期', '第 三百 期'])
    expect((await typed(text))[0], text).toBe(titles[0]);
  for (const text of ['第303期', '周刊第三百零三期']) expect((await typed(text))[0], text).toBe(titles[1]);
  expect((await typed('周刊12'))[0]).toBe(titles[2]);
  expect((await typed('第120期'))[0]).toBe(titles[3]);
  expect((await search('第303期')).marks).toContain('第三百零三期');
});

test('a product and its version are found where they stand together, and a number with dots is a whole one', async () => {
  const body = (title: string, markdown: string) => site.writes({ title, summary: '无', markdown });
  await body('组合式接口', '升级到 Vue 3。Vue 3 更小，Vue 3 更快');
  await write(['Vue 写了 3 年', 'Python 3.11.20', '手册 3.11 节与 11.2 节']);
  await body('夜里的升级', '装上了 Python 3.11.2');
  expect((await typed('Vue 3'))[0]).toBe('组合式接口');
  expect((await typed('vue3'))[0]).toBe('组合式接口');
  expect((await typed('3.11.2'))[0]).toBe('夜里的升级');
  expect(await typed('3.11.2')).not.toContain('Python 3.11.20');
});

test('accents and invisible characters make no difference, and are marked as the result shows them', async () => {
  await write(['Café de Flore', 'Cafe\u0301 noir', '零\u200b宽\u2060空格', 'Donau\u00addampf']);
  for (const text of ['cafe', 'CAFÉ', 'cafe\u0301', 'ca\u00adfé'])
    expect((await typed(text)).sort(), text).toEqual(['Café de Flore', 'Café noir']);
  expect((await search('cafe')).marks).toContain('Café');
  expect(await search('零宽空格')).toMatchObject({
    records: [{ title: '零宽空格' }],
    marks: expect.arrayContaining(['零宽空格']),
  });
  expect(await search('donaudampf')).toMatchObject({ records: [{ title: 'Donaudampf' }], marks: ['Donaudampf'] });
  await site.writes({ title: '甲', summary: '无', markdown: `${'铺垫。'.repeat(60)}一份 ré\u00adsumé` });
  expect((await search('resume')).records[0]?.summary).toContain('résumé');
});

test('a word of five texts is corrected too, one of four is not', async () => {
  for (let number = 0; number < 5; number++)
    await site.writes({
      title: `甲${number}`,
      summary: '无',
      markdown: `看一眼 Grafana${number ? '，写 Haskell' : ''}`,
    });
  await search('grafna');
  await expect.poll(async () => (await search('grafna')).suggestion).toBe('grafana');
  expect((await search('haskel1')).suggestion).toBe('');
  expect((await search('haskeel')).suggestion).toBe('');
});

test('a query with a typo is corrected, and the reply says so', async () => {
  await write(['Markdown 语法', '备份与恢复', 'TypeScript 入门']);
  const meant = async (text: string) => {
    const { records, suggestion, instead } = await search(text.replace(/\s/g, ''), { typed: text });
    return [suggestion, instead, records.map(({ title }) => title)];
  };
  expect(await meant('markdwon')).toEqual(['markdown', true, ['Markdown 语法']]);
  expect(await meant('beifen')).toEqual(['备份', true, ['备份与恢复']]);
  expect(await meant('bei fen')).toEqual(['备份', true, ['备份与恢复']]);
  expect(await meant('备分')).toEqual(['备份', true, ['备份与恢复']]);
  expect(await meant('type script')).toEqual(['typescript', true, ['TypeScript 入门']]);
  expect(await meant('markdown')).toEqual(['', false, ['Markdown 语法']]);
  expect(await meant('qqqqzzzz')).toEqual(['', false, []]);
});

test('two characters across a word boundary rank below the word itself', async () => {
  await site.writes({ title: '显示器', summary: '无', markdown: '每台设备分别设置，设备分辨率要一致' });
  await write(['备份的三种办法']);
  expect(await search('备分')).toMatchObject({
    suggestion: '备份',
    instead: true,
    records: [{ title: '备份的三种办法' }],
  });
});

test('suggestions contain public articles only', async () => {
  await write(['Zanzibar 游记'], { state: 'draft' });
  expect(await search('zanzibra')).toMatchObject({ suggestion: '', records: [] });
  await write(['Zanzibar 见闻']);
  expect(await search('zanzibra')).toMatchObject({ suggestion: 'zanzibar' });
});

test('results have the same order for any page size', async () => {
  for (let number = 0; number < 64; number++)
    await site.writes({
      title: number % 2 ? `灯塔 ${number}` : '海',
      summary: '无',
      markdown: `灯塔${'，灯塔'.repeat(number % 5)}`,
    });
  const all = [
    ...(await ids('灯塔')),
    ...(await search('灯塔', { pageNo: 2, pageSize: 50 })).records.map(({ id }) => id),
  ];
  const pages: number[] = [];
  for (let pageNo = 1; pageNo <= 7; pageNo++)
    pages.push(...(await search('灯塔', { pageNo })).records.map(({ id }) => id));
  expect(pages).toHaveLength(64);
  expect(new Set(pages).size).toBe(64);
  expect(pages.slice(0, 10)).toEqual(all.slice(0, 10));
  expect(pages.slice(50)).toEqual(all.slice(10));
});
