import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { recognize } from '@mojian/importers/recognize';
import { openSource } from '@mojian/importers/source';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { removeArticle } from '../../content/articles/remove-article.ts';
import { findMoved } from '../../content/slugs/moved.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { createLossCollector } from './losses.ts';
import { carryOut, insertRun, previewImport } from './runs.ts';
import { type OpenedSource, proposedOptions, surveySource } from './survey.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let base: string;
let folder: string;

beforeEach(async () => {
  site = await testSite();
  base = await mkdtemp(join(tmpdir(), 'mojian-import-test-'));
  folder = join(base, 'blog');
  await mkdir(folder);
});
afterEach(async () => {
  await site.close();
  await rm(base, { recursive: true, force: true });
});

async function write(files: Record<string, string | Uint8Array>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

type Done = Record<string, { kind: string; reason?: string; title?: string; warnings: string[] }>;

/** Imports the folder. Outcomes by file, read from the ledger and the report; a preview has its own. */
async function run({ dryRun = false, overwrite = false } = {}): Promise<Done> {
  const { db, search, siteUrl } = site;
  const deps = { db, search, siteUrl, storage: openStorage(undefined, join(base, 'data')) };
  const source = await openSource(folder);
  try {
    const recognized = await recognize(source);
    if (typeof recognized === 'string') throw new Error(recognized);
    const opened = { ...recognized, name: 'blog' };
    const userId = site.owner.id;
    const survey = await surveySource(db, opened, userId);
    const options = { ...proposedOptions(survey), overwrite };
    if (dryRun) {
      const { losses, counts } = await previewImport(deps, opened, { userId, options });
      previewCounts = counts;
      return previewOf(opened, losses.flatMap(eachPlace));
    }
    const runId = await insertRun(db, { survey, opened, upload: 'upload-12345', userId, options });
    await carryOut(deps, opened, runId);
    const losses = db.selectFrom('importLosses').select(['thing', 'place', 'reason']).where('runId', '=', runId);
    return await outcomesOf(await losses.orderBy('id').execute(), runId);
  } finally {
    await source.close();
  }
}

let previewCounts: Awaited<ReturnType<typeof previewImport>>['counts'] = {};

/** Losses of a preview by file. */
async function previewOf({ reader, source }: OpenedSource, losses: Loss[]) {
  const done: Done = {};
  for await (const item of reader.read(source))
    if (item.kind === 'article')
      done[item.key] = { kind: 'previewed', title: item.title, warnings: warningsOf(item.title, losses) };
  for (const { thing, place, reason } of losses)
    if (thing === '文件') done[place] = { kind: 'left out', reason, warnings: [] };
  return done;
}

function warningsOf(title: string, losses: Loss[]) {
  const own = losses.filter(({ place }) => place === title || place.startsWith(`${title}：`));
  return own.flatMap(({ thing, place, reason }) =>
    thing === '图片' ? `图片 ${place.slice(title.length + 1)}：${reason}` : /里的内容$/.test(thing) ? reason : [],
  );
}

type Loss = { thing: string; place: string; reason: string };

function eachPlace({ thing, reason, places }: { thing: string; reason: string; places: string[] }): Loss[] {
  return places.map((place) => ({ thing, place, reason }));
}

async function outcomesOf(losses: Loss[], runId: number): Promise<Done> {
  const done: Done = {};
  const rows = await site.db.selectFrom('importedRows').selectAll().where('kind', '=', 'article').execute();
  for (const row of rows) {
    const { key, title } = row;
    const left = losses.find(({ thing, place }) => place === title && (thing === '文章' || thing === '页面'));
    const kind = changeBy(runId, row) ?? (left ? 'skipped' : 'unchanged');
    done[key] = { kind, title, warnings: warningsOf(title, losses), ...(left && { reason: left.reason }) };
  }
  for (const { thing, place, reason } of losses)
    if (thing === '文件') done[place] = { kind: 'left out', reason, warnings: [] };
  return done;
}

function changeBy(run: number, { runId, updatedRunId }: { runId: number; updatedRunId: number | null }) {
  if (runId === run) return 'added';
  return updatedRunId === run ? 'updated' : undefined;
}

const kinds = (done: Done) => Object.fromEntries(Object.entries(done).map(([key, { kind }]) => [key, kind]));

const articles = () => site.db.selectFrom('articles').selectAll().orderBy('id').execute();

async function article(key: string) {
  return site.db
    .selectFrom('articles')
    .innerJoin('importedRows', (join) =>
      join.onRef('importedRows.rowId', '=', 'articles.id').on('importedRows.kind', '=', 'article'),
    )
    .selectAll('articles')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

async function everything() {
  const tables = ['articles', 'articleTags', 'tags', 'categories', 'files', 'movedPaths', 'users'] as const;
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const rows = await site.db
          .selectFrom(table as 'tags')
          .selectAll()
          .execute();
        return [table, rows.map((row) => JSON.stringify(row)).sort()];
      }),
    ),
  );
}

const undated = '没有写日期，用了文件的时间';

const png = (colour: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
    .png()
    .toBuffer();
const china = (written: string) => Date.parse(`${written}+08:00`);

test('a Hexo blog is imported with its pages, pictures and addresses', async () => {
  await write({
    'source/_posts/rain.md':
      '---\ntitle: 雨\ndate: 2024-05-01 08:30:00\nupdated: 2024-06-01 09:00:00\ntags: [夜, 窗]\ncategories:\n- [散文, 天气]\ncover: /images/c.png\ntop: 1\nabbrlink: a1b2\n---\n{% asset_img a.png 窗 %}\n\n{% note %}留意{% endnote %}\n\n<!-- more -->\n\n![](rain/a.png)\n\n下文',
    'source/_posts/rain/a.png': await png('red'),
    'source/images/c.png': await png('blue'),
    'source/_drafts/later.md': '---\ntitle: 以后\n---\n未完',
    'source/about/index.md': '---\ntitle: 关于\nlayout: about\n---\n我',
  });
  const done = await run();
  expect(kinds(done)).toEqual({
    'source/_posts/rain.md': 'added',
    'source/_drafts/later.md': 'added',
    'source/about/index.md': 'added',
  });
  expect(done['source/_posts/rain.md']?.warnings).toEqual(['有几个分类：第一个作分类，其余成为标签']);
  expect(await article('source/about/index.md')).toMatchObject({ kind: 'page', slug: 'about', title: '关于' });

  const rain = await article('source/_posts/rain.md');
  expect(rain).toMatchObject({ title: '雨', state: 'published', pinned: 1, authorId: site.owner.id });
  expect([rain.publishedAt, rain.updatedAt]).toEqual([china('2024-05-01T08:30:00'), china('2024-06-01T09:00:00')]);
  expect(rain.cover).toMatch(/^\/files\/[\w/]+\.webp$/);
  expect(rain.markdown).toMatch(/!\[窗\]\(\/files\/[\w/]+\.webp\)/);
  expect(rain.markdown).toContain('> [!NOTE]');
  expect(rain.html).toMatch(/<img src="\/files\/[^"]+" alt="窗" width="40" height="30"/);
  for (const path of ['/2024/05/01/rain/', '/rain', '/posts/a1b2.html', '/blog/2024/05/01/rain'])
    expect(await findMoved(site.db, path), path).toBe(`/article/${rain.id}`);

  const [listed] = (await site.as(null).articles.list({ query: {} })).records;
  expect(listed).toMatchObject({ title: '雨', category: { name: '散文' } });
  expect(listed?.tags.map(({ name }) => name).sort()).toEqual(['夜', '天气', '窗'].sort());
  expect(await article('source/_drafts/later.md')).toMatchObject({ state: 'draft', publishedAt: null });
});

test('a damaged film of more than 64 MB does not come; the articles after it do', async () => {
  const post = (title: string, text: string) => `---\ntitle: ${title}\ndate: 2024-05-01\n---\n${text}`;
  await write({
    'source/_posts/1.md': post('一', '春'),
    'source/_posts/2.md': post('二', '<video src="/clip.mp4"></video>'),
    'source/_posts/3.md': post('三', '秋'),
    'source/clip.mp4': '',
  });
  await truncate(join(folder, 'source/clip.mp4'), 65 * 1024 * 1024);
  const done = await run();
  expect(kinds(done)).toEqual({
    'source/_posts/1.md': 'added',
    'source/_posts/2.md': 'added',
    'source/_posts/3.md': 'added',
  });
  expect(done['source/_posts/2.md']?.warnings).toEqual(['图片 /clip.mp4：文件已损坏，或不是它看起来的那一种']);
});

test('a Hugo site is imported with its pages, pictures and addresses', async () => {
  await write({
    'content/posts/snow/index.md':
      '+++\ntitle = "雪"\ndate = 2023-12-01T10:00:00+08:00\nlastmod = 2023-12-02\ndraft = false\ntags = ["冬"]\ncategories = ["散文"]\naliases = ["/old-snow/"]\ndescription = "一场雪"\n[cover]\nimage = "snow.png"\n+++\n{{< figure src="snow.png" caption="雪" >}}\n\n见[雨](../rain.md)。',
    'content/posts/snow/snow.png': await png('white'),
    'content/posts/rain.md': '---\ntitle: 雨\ndate: 2024-01-01\n---\n![](/shared.png)',
    'static/shared.png': await png('green'),
    'content/posts/_index.md': '---\ntitle: 文章\n---\n',
  });
  const done = await run();
  expect(kinds(done)).toEqual({
    'content/posts/snow/index.md': 'added',
    'content/posts/rain.md': 'added',
    'content/posts/_index.md': 'left out',
  });
  const snow = await article('content/posts/snow/index.md');
  expect(snow).toMatchObject({ title: '雪', summary: '一场雪', publishedAt: china('2023-12-01T10:00:00') });
  expect(snow.cover).toMatch(/^\/files\//);
  expect(snow.markdown).toContain('[雨](/posts/rain)');
  expect(await findMoved(site.db, '/posts/snow/')).toBe(`/article/${snow.id}`);
  expect(await findMoved(site.db, '/old-snow')).toBe(`/article/${snow.id}`);
  expect((await article('content/posts/rain.md')).markdown).toMatch(/^!\[\]\(\/files\//);
});

test('a Jekyll blog is imported with its addresses', async () => {
  await write({
    '_posts/2022-03-04-wind.markdown':
      '---\nlayout: post\ntitle: "风"\ncategories: 随笔\ntags: 春\nredirect_from:\n  - /w\nimage: /assets/w.png\n---\n{% highlight js %}\nlet a;\n{% endhighlight %}\n\n![]({{ site.baseurl }}/assets/w.png)',
    'assets/w.png': await png('grey'),
    'README.md': '# 我的博客',
  });
  const done = await run();
  expect(kinds(done)).toEqual({ '_posts/2022-03-04-wind.markdown': 'added', 'README.md': 'left out' });
  expect(done['README.md']?.reason).toBe('说明文件，不是文章');
  expect(done['_posts/2022-03-04-wind.markdown']?.warnings).toEqual([]);
  const wind = await article('_posts/2022-03-04-wind.markdown');
  expect(wind).toMatchObject({ title: '风', publishedAt: china('2022-03-04T00:00:00') });
  expect(wind.markdown).toMatch(/^```js\nlet a;\n```\n\n!\[\]\(\/files\//);
  for (const path of ['/2022/03/04/wind.html', '/随笔/2022/03/04/wind.html', '/w'])
    expect(await findMoved(site.db, path), path).toBe(`/article/${wind.id}`);
});

test('a VitePress site is imported with its containers and links', async () => {
  await write({
    'index.md': '---\nlayout: home\n---\n',
    'guide/start.md':
      '# 开始 `npm` {#start}\n\n::: code-group\n\n```sh [npm]\nnpm i\n```\n\n:::\n\n:::tip\n好\n:::\n\n[[toc]]\n\n见[下一篇](./next.md#二)。![](/logo.png)',
    'guide/next.md': '---\ntitle: 下一篇\ndescription: 短\n---\n\n# 下一篇\n\n<Badge type="tip" text="新" />正文',
    'public/logo.png': await png('black'),
  });
  const time = new Date('2024-02-03T04:05:06Z');
  await utimes(join(folder, 'guide/start.md'), time, time);
  const done = await run();
  expect(kinds(done)).toEqual({ 'index.md': 'left out', 'guide/start.md': 'added', 'guide/next.md': 'added' });
  const start = await article('guide/start.md');
  expect(start).toMatchObject({ title: '开始 npm', publishedAt: time.getTime() });
  expect(start.markdown).toMatch(
    /^```sh \[npm\]\nnpm i\n```\n\n::: tip\n好\n:::\n\n见\[下一篇\]\(\/guide\/next#二\)。!\[\]\(\/files\//,
  );
  expect(await article('guide/next.md')).toMatchObject({
    title: '下一篇',
    markdown: '**新** 正文',
    summary: '短',
  });
});

test('a second run changes nothing', async () => {
  await write({
    'a.md': '---\ntitle: 甲\ntags: [一]\ncategory: 类\n---\n![](a.png)',
    'a.png': await png('red'),
    'b.md': '乙',
    '_drafts/c.md': '丙',
  });
  await run();
  const before = await everything();
  const second = await run();
  expect(new Set(Object.values(kinds(second)))).toEqual(new Set(['unchanged']));
  expect(await everything()).toEqual(before);
});

test('a changed file updates its article, whose id stays', async () => {
  await write({ 'a.md': '一', 'b.md': '---\ntitle: 乙\n---\n![](b.png)', 'b.png': await png('red') });
  await run();
  const before = await article('a.md');
  await site.db.updateTable('articles').set({ views: 7, likes: 2 }).execute();

  await write({ 'a.md': '---\ntitle: 新题\ntags: [新]\n---\n二', 'b.png': await png('blue') });
  expect(kinds(await run())).toEqual({ 'a.md': 'updated', 'b.md': 'updated' });
  const { id, createdAt, publishedAt } = before;
  expect(await article('a.md')).toMatchObject({
    id,
    createdAt,
    publishedAt,
    title: '新题',
    markdown: '二',
    views: 7,
    likes: 2,
  });
  expect(await articles()).toHaveLength(2);
  expect(kinds(await run())).toEqual({ 'a.md': 'unchanged', 'b.md': 'unchanged' });
});

test('edits on the site are not overwritten unless requested', async () => {
  await write({ 'a.md': '一', 'b.md': '二' });
  await run();
  const { id } = await article('a.md');
  await site.writes({ id, title: '站里改的', markdown: '三' });
  expect(kinds(await run())).toEqual({ 'a.md': 'unchanged', 'b.md': 'unchanged' });

  await write({ 'a.md': '一一', 'b.md': '二二' });
  const done = await run();
  expect(done['a.md']).toMatchObject({ kind: 'skipped', reason: '在站里改过，没有动' });
  expect(done['b.md']).toMatchObject({ kind: 'updated' });
  expect(await article('a.md')).toMatchObject({ title: '站里改的', markdown: '三' });
  expect(kinds(await run({ overwrite: true }))).toEqual({ 'a.md': 'updated', 'b.md': 'unchanged' });
  expect(await article('a.md')).toMatchObject({ id, markdown: '一一' });
});

test('articles removed or withdrawn on the site are not restored', async () => {
  await write({ 'a.md': '一', 'b.md': '二' });
  await run();
  await removeArticle(site, (await article('a.md')).id);
  const { id } = await article('b.md');
  await site.db.updateTable('articles').set({ state: 'withdrawn' }).where('id', '=', id).execute();
  await write({ 'a.md': '一一', 'b.md': '二二' });

  const done = await run();
  expect(done['a.md']).toMatchObject({ kind: 'skipped', reason: '在站里已经删除，没有放回去' });
  expect(await article('a.md')).toMatchObject({ markdown: '一' });
  expect(await article('b.md')).toMatchObject({ state: 'withdrawn', markdown: '二二' });
});

test('a broken file is skipped without a trace and the others are imported', async () => {
  await write({
    'broken.md': '---\ntitle: [a\n---\n正文',
    'huge.md': Buffer.alloc(5 * 1024 * 1024 + 1, 'a'),
    'binary.md': Buffer.from([0, 1, 2, 3]),
    'good.md': '好',
  });
  const done = await run();
  expect(kinds(done)).toEqual({
    'broken.md': 'left out',
    'huge.md': 'left out',
    'binary.md': 'left out',
    'good.md': 'added',
  });
  expect(done['broken.md']?.reason).toContain('第 2 行');
  expect(done['huge.md']?.reason).toBe('文件超过 5 MB');
  expect((await articles()).map(({ title }) => title)).toEqual(['good']);
});

test('GBK and UTF-16 files are read', async () => {
  const gbk = Buffer.from('2d2d2d0a7469746c653a20d3ea0a2d2d2d0ad6d0cec40a', 'hex'); // 雨 and 中文 in GBK
  const utf16 = Buffer.from('\ufeff---\r\ntitle: 雪\r\n---\r\n中文', 'utf16le');
  await write({ 'gbk.md': gbk, 'utf16.md': utf16, 'mark.md': '\ufeff---\ntitle: 风\n---\r\n中文' });
  await run();
  const read = (await articles()).map(({ title, markdown }) => [title, markdown]);
  expect(read.sort()).toEqual(
    [
      ['雨', '中文'],
      ['雪', '中文'],
      ['风', '中文'],
    ].sort(),
  );
});

test('an invalid picture keeps its original address, and the reason is reported', async () => {
  await write({
    'a.md': '---\ncover: fake.png\n---\n![一](fake.png) ![二](gone.png) ![三](a.svg)',
    'fake.png': '<html>',
    'a.svg': '<svg/>',
  });
  const { 'a.md': done } = await run();
  expect(done?.kind).toBe('added');
  expect(done?.warnings).toEqual([
    undated,
    '图片 fake.png：这不是图片，请选择 JPG、PNG、WebP、GIF 或 AVIF 文件',
    '图片 gone.png：找不到文件',
    expect.stringMatching(/^图片 a\.svg：这/),
  ]);
  expect(await article('a.md')).toMatchObject({ cover: '', markdown: '![一](fake.png) ![二](gone.png) ![三](a.svg)' });
});

test('no picture is read from outside the folder, by path or by symbolic link', async () => {
  await writeFile(join(base, 'secret.png'), await png('red'));
  await mkdir(join(base, 'other'));
  await writeFile(join(base, 'other/o.md'), '外面');
  await write({
    'a.md': '![](../secret.png) ![](../../etc/passwd) ![](link.png) ![](%2e%2e/secret.png) ![](/../secret.png)',
  });
  await symlink(join(base, 'secret.png'), join(folder, 'link.png'));
  await symlink(join(base, 'other'), join(folder, 'linked'));
  await symlink(join(base, 'other/o.md'), join(folder, 'o.md'));

  const done = await run();
  expect(kinds(done)).toEqual({ 'a.md': 'added', linked: 'left out', 'link.png': 'left out', 'o.md': 'left out' });
  const reasons = done['a.md']?.warnings.map((warning) => warning.replace(/^图片 .*：/, '')) ?? [];
  expect(reasons.filter((reason) => reason === '在文件夹之外，没有导入')).toHaveLength(4);
  expect(reasons).toContain('符号链接，没有跟进');
  expect(done.linked?.reason).toBe('符号链接，没有跟进');
  expect(await site.db.selectFrom('files').selectAll().execute()).toEqual([]);
});

test('a picture of another host stays a link until it is fetched', async () => {
  await write({
    'a.md':
      '---\ncover: https://cdn.example/c.png\n---\n![图 [一]](https://cdn.example/a.png "题") <img src="//cdn.example/b.png" alt="二"> [![章](https://cdn.example/s.svg)](https://ci.example)\n\n![三][r]\n\n[r]: http://cdn.example/r.png',
  });
  const { 'a.md': done } = await run();
  expect(done?.warnings).toEqual([undated]);
  const waiting = await site.db.selectFrom('remotePictures').select(['url', 'isCover']).orderBy('url').execute();
  expect(waiting.map(({ url, isCover }) => `${url} ${isCover}`)).toEqual([
    'http://cdn.example/r.png 0',
    'https://cdn.example/a.png 0',
    'https://cdn.example/b.png 0',
    'https://cdn.example/c.png 1',
    'https://cdn.example/s.svg 0',
  ]);
  const { html, cover } = await article('a.md');
  expect(cover).toBe('');
  expect(html).not.toContain('<img');
  for (const part of [
    'href="https://cdn.example/a.png"',
    '>图 [一]：题</a>',
    'href="https://cdn.example/b.png"',
    '>二</a>',
    'href="https://ci.example"',
    '>章</a>',
    'href="http://cdn.example/r.png"',
    '>三</a>',
  ])
    expect(html).toContain(part);
});

test('pictures are found in every syntax that refers to them', async () => {
  await write({
    'posts/a.md':
      '![](b%20c.png) ![](<b c.png>) ![](b c.png) ![][r] <img width="10" src="b c.png"> ![](.\\sub\\d.png =100x20) ![x](sub/e(1).png){width=50%}\n\n```\n![](b c.png)\n```\n\n[r]: sub/d.png "题"',
    'posts/b c.png': await png('red'),
    'posts/sub/d.png': await png('blue'),
    'posts/sub/e(1).png': await png('green'),
  });
  const { 'posts/a.md': done } = await run();
  expect(done?.warnings).toEqual([undated]);
  const { html, markdown } = await article('posts/a.md');
  expect(html.match(/<img src="\/files\//g)).toHaveLength(7);
  expect(markdown).toContain('```\n![](b c.png)\n```');
  expect(await site.db.selectFrom('files').selectAll().execute()).toHaveLength(3);
});

test('a picture in a data address is stored too', async () => {
  const data = (await png('red')).toString('base64');
  await write({ 'a.md': `![图](data:image/png;base64,${data})` });
  await run();
  expect((await article('a.md')).markdown).toMatch(/^!\[图\]\(\/files\/[\w/]+\.webp\)$/);
});

test('a stored picture has its smaller copies and its blurred preview', async () => {
  const wide = sharp({ create: { width: 1200, height: 300, channels: 3, background: 'red' } });
  await write({ 'a.md': '![图](wide.png)', 'wide.png': await wide.png().toBuffer() });
  await run();
  const { key, sizes, thumbhash } = await site.db.selectFrom('files').selectAll().executeTakeFirstOrThrow();
  expect(JSON.parse(sizes)).toEqual(
    [480, 960].map((width) => ({ width, key: key.replace('.webp', `-${width}.webp`), bytes: expect.any(Number) })),
  );
  expect(thumbhash).not.toBe('');
});

test('a dry run reports what would happen and writes nothing', async () => {
  await write({ 'a.md': '![](gone.png)', 'b.md': '---\n[\n---\n', 'c.md': '---\ndraft: true\n---\n' });
  const before = await everything();
  const done = await run({ dryRun: true });
  expect(kinds(done)).toEqual({ 'a.md': 'previewed', 'b.md': 'left out', 'c.md': 'previewed' });
  expect(previewCounts.article).toEqual({ inFile: 2, added: 2 });
  expect(done['a.md']?.warnings).toEqual([undated, '图片 gone.png：找不到文件']);
  expect(await everything()).toEqual(before);
});

test("a member's article goes to that member, other authors become guests, and a sole author is the importing member", async () => {
  await write({ 'a.md': '---\nauthor: 小林\n---\n一', 'b.md': '---\nauthor: 谁\n---\n二' });
  await run();
  expect((await article('a.md')).authorId).toBe(site.lin.id);
  const { authorId } = await article('b.md');
  const guest = site.db.selectFrom('users').select(['nickname', 'isGuest']).where('id', '=', authorId);
  expect(await guest.executeTakeFirst()).toEqual({ nickname: '谁', isGuest: 1 });

  folder = join(base, 'alone');
  await mkdir(folder);
  await write({ 'c.md': '---\nauthor: 谁\n---\n三' });
  await run();
  expect((await article('c.md')).authorId).toBe(site.owner.id);
});

test('an unreadable date is reported, and the date of the file name or file is used', async () => {
  await write({ '2024-05-06-a.md': '---\ndate: 昨天\n---\n一' });
  const { '2024-05-06-a.md': done } = await run();
  expect(done?.warnings).toEqual(['看不懂的日期「昨天」，没有采用']);
  expect(await article('2024-05-06-a.md')).toMatchObject({ title: 'a', publishedAt: china('2024-05-06T00:00:00') });
});

test('an article for logged-in readers hides its rest', async () => {
  await write({ 'a.md': '---\nreadType: 4\n---\n开头\n\n<!-- more -->\n\n秘密' });
  await run();
  const { openingHtml, readType } = await article('a.md');
  expect(readType).toBe(4);
  expect(openingHtml).not.toContain('秘密');
});

test('hidden folders and packages are skipped', async () => {
  await write({ '.git/a.md': '一', 'node_modules/b/README.md': '二', 'c.txt': '三' });
  await expect(run()).rejects.toThrow('没有一个认得');
  expect(await articles()).toEqual([]);
});

test('a single file is imported, and a path without a file is refused', async () => {
  await write({ 'a.md': '一' });
  folder = join(folder, 'a.md');
  expect(kinds(await run())).toEqual({ 'a.md': 'added' });
  folder = join(base, 'nowhere');
  await expect(run()).rejects.toThrow('没有这个文件');
});

const git = (...args: string[]) => promisify(execFile)('git', ['-C', folder, ...args]);

test('files without a date are reported, and sorted by a number in their name or title', async () => {
  await write({
    '407-雨.md': '一',
    '99-雪.md': '二',
    'a.md': '# 第 3 期\n\n三',
    'dated.md': '---\ndate: 2024-01-01\n---\n四',
  });
  const looked = await run({ dryRun: true });
  expect(looked['407-雨.md']?.warnings).toEqual(['没有写日期，用了文件的时间，先后照文件名里的数字']);
  expect(looked['a.md']).toMatchObject({
    title: '第 3 期',
    warnings: ['没有写日期，用了文件的时间，先后照标题里的数字'],
  });
  expect(looked['dated.md']?.warnings).toEqual([]);
  await run();
  const rows = (await articles()).filter(({ title }) => title !== 'dated');
  expect(
    rows.toSorted((one, other) => Number(one.publishedAt) - Number(other.publishedAt)).map(({ title }) => title),
  ).toEqual(['第 3 期', '99-雪', '407-雨']);
  for (const { publishedAt } of rows) expect(Number(publishedAt)).toBeLessThanOrEqual(Date.now());
});

test('in a git repository a file without a date gets the date of its first commit', async () => {
  await write({ '雨.md': '一' });
  await git('init', '-q');
  await git('add', '.');
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.cn', '-c', 'commit.gpgsign=false'];
  await git(...who, 'commit', '-qm', '一', '--date', '2021-02-03T04:05:06+08:00');
  await write({ '雨.md': '一，改过' });
  const looked = await run({ dryRun: true });
  expect(looked['雨.md']?.warnings).toEqual(['没有写日期，用了 git 里第一次提交的时间']);
  await run();
  expect((await article('雨.md')).publishedAt).toBe(china('2021-02-03T04:05:06'));
});

test('the first category becomes the category and the others tags; pages become pages', async () => {
  await write({
    'source/_posts/a.md': '---\ntitle: 甲\ndate: 2024-01-01\ncategories: [美食, 探店]\n---\n一',
    'source/about/index.md': '---\ntitle: 关于\ndate: 2024-01-01\n---\n我',
  });
  await run();
  const [listed, ...others] = (await site.as(null).articles.list({ query: {} })).records;
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ title: '甲', category: { name: '美食' }, tags: [{ name: '探店' }] });
  expect(await article('source/about/index.md')).toMatchObject({ title: '关于', kind: 'page' });
});

test('a linked picture of another site keeps both addresses; frames and videos stay in the text', async () => {
  await write({
    'a.md':
      '---\ndate: 2024-01-01\n---\n[![图](https://p.cn/a.png)](https://q.cn/b)\n\n<p><iframe src="https://f.cn/c"></iframe></p>\n\n<video src="https://v.cn/d.mp4"></video>',
  });
  await run();
  const { markdown, html } = await article('a.md');
  expect(markdown).toContain('[![图](https://p.cn/a.png)](https://q.cn/b)');
  const waiting = await site.db.selectFrom('remotePictures').select('url').execute();
  expect(waiting.map(({ url }) => url).sort()).toEqual(['https://p.cn/a.png', 'https://v.cn/d.mp4']);
  for (const address of ['https://q.cn/b', 'https://f.cn/c', 'https://v.cn/d.mp4'])
    expect(html).toContain(`<a href="${address}"`);
});

test('losses of one kind are grouped into one line with their number', () => {
  const { report, grouped } = createLossCollector();
  for (let index = 0; index < 400; index += 1)
    report({ thing: '图片', place: `文 ${index}：${index}.png`, reason: '找不到文件' });
  report({ thing: '文章里的内容', place: '文 7', reason: '看不懂的日期「昨天」，没有采用' });
  expect(grouped()).toEqual([
    { thing: '图片', reason: '找不到文件', count: 400, places: [0, 1, 2, 3, 4].map((at) => `文 ${at}：${at}.png`) },
    { thing: '文章里的内容', reason: '看不懂的日期「昨天」，没有采用', count: 1, places: ['文 7'] },
  ]);
});
