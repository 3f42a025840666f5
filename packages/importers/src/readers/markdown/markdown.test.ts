import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip } from '../../../../foreign-files/test/make-zip.ts';
import { readSource, readSourceAt } from '../../../test/read-source.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-markdown-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, string | Uint8Array>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

const china = (written: string) => Date.parse(`${written}+08:00`);

const keyed = ({ of }: Awaited<ReturnType<typeof readSource>>) => new Map(of('article').map((one) => [one.key, one]));

const hexo = {
  '_config.yml': 'title: 雨天\nurl: https://rain.example/\npermalink: :year/:month/:title.html\n',
  'source/_posts/rain.md':
    '---\ntitle: 雨\ndate: 2024-05-01 08:30:00\nupdated: 2024-06-01 09:00:00\ntags: [夜, 窗, 三, 四, 五]\ncategories:\n- [散文, 天气]\n- [随笔]\ncover: /images/c.png\ntop: 1\nabbrlink: a1b2\ncomments: false\n---\n{% asset_img a.png 窗 %}\n\n{% post_link snow %}\n\n<!-- more -->\n\n下文',
  'source/_posts/rain/a.png': 'a',
  'source/_posts/snow.md': '---\ntitle: 雪\ndate: 2024-01-01\npassword: x\n---\n雪',
  'source/images/c.png': 'c',
  'source/_drafts/later.md': '---\ntitle: 以后\n---\n未完',
  'source/about/index.md': '---\ntitle: 关于\nlayout: about\n---\n我',
  'source/tags/index.md': '---\ntitle: 标签\ntype: tags\n---\n',
  'source/now.md': '---\ntitle: 近况\n---\n写字',
  'source/_data/link.yml':
    '- class_name: 友人\n  link_list:\n    - name: 明\n      link: https://ming.example\n      avatar: https://ming.example/a.png\n      descr: 写字的\n',
};

test('a Hexo blog gives articles, pages, tags and categories with their addresses', async () => {
  const zip = makeZip(...Object.entries(hexo).map(([name, bytes]) => ({ name: `blog-main/${name}`, bytes })));
  const read = await readSource('blog.zip', zip);
  expect([read.reader, read.fault]).toEqual(['markdown', undefined]);
  expect(read.of('site')).toEqual([{ kind: 'site', url: 'https://rain.example', title: '雨天' }]);
  const articles = keyed(read);
  const rain = articles.get('source/_posts/rain.md');
  expect(rain).toMatchObject({
    isPage: false,
    title: '雨',
    state: 'published',
    categories: ['散文', '天气', '随笔'],
    tags: ['夜', '窗', '三', '四', '五'],
    publishedAt: china('2024-05-01T08:30:00'),
    updatedAt: china('2024-06-01T09:00:00'),
    pinned: true,
    commenting: 'closed',
    base: '/source/_posts/rain.md',
    slug: 'rain',
    warnings: [],
  });
  expect(rain?.markdown).toBe('![窗](a.png)\n\n[雪](/snow)\n\n<!-- more -->\n\n下文');
  expect(rain?.addresses).toEqual([
    '/2024/05/rain.html',
    '/posts/a1b2',
    '/rain',
    '/2024/05/01/rain',
    '/blog/2024/05/01/rain',
    '/散文/2024/05/01/rain',
  ]);
  expect(read.findPicture('a.png', rain?.base)).toBe('source/_posts/rain/a.png');
  expect(read.covers['/images/c.png']).toBe('source/images/c.png');
  expect(articles.get('source/_posts/snow.md')).toMatchObject({ hasPassword: true, password: 'x', state: 'published' });
  expect(articles.get('source/_drafts/later.md')).toMatchObject({ state: 'draft', publishedAt: null });
  expect(articles.get('source/about/index.md')).toMatchObject({
    isPage: true,
    slug: 'about',
    addresses: ['/about/'],
    warnings: [],
  });
  expect(articles.get('source/now.md')).toMatchObject({ isPage: true, title: '近况' });
  expect(read.of('loss').map(({ place, reason }) => [place, reason])).toEqual([
    ['source/tags/index.md', '由主题生成的页面（tags），没有自己的正文'],
  ]);
  expect(read.of('category').map(({ name, parent, addresses }) => [name, parent, addresses[0]])).toEqual([
    ['散文', null, '/categories/散文/'],
    ['天气', '散文', '/categories/散文/天气/'],
    ['随笔', null, '/categories/随笔/'],
  ]);
  expect(read.of('tag')[0]).toMatchObject({ name: '夜', addresses: ['/tags/夜/'] });
  expect(read.of('link')).toMatchObject([{ group: '友人', name: '明', url: 'https://ming.example', intro: '写字的' }]);
});

test('a Hugo site gives articles and pages', async () => {
  await write({
    'hugo.toml': 'baseURL = "https://h.example/"\ntitle = "雪天"\n[permalinks]\nposts = "/:year/:slug/"\n',
    'content/posts/snow/index.md':
      '+++\ntitle = "雪"\ndate = 2023-12-01T10:00:00+08:00\ntags = ["Cold Day"]\ncategories = ["散文"]\naliases = ["/old-snow/"]\n[cover]\nimage = "snow.png"\n+++\n{{< figure src="snow.png" caption="雪" >}}\n\n见[雨](../rain.md)。',
    'content/posts/snow/snow.png': 's',
    'content/posts/rain.md': '---\ntitle: 雨\ndate: 2024-01-01\n---\n![](/shared.png)',
    'static/shared.png': 'g',
    'content/posts/_index.md': '---\ntitle: 文章\n---\n',
    'content/about.md': '---\ntitle: 关于\n---\n我',
  });
  const read = await readSourceAt(folder);
  expect(read.of('site')).toEqual([{ kind: 'site', url: 'https://h.example', title: '雪天' }]);
  const articles = keyed(read);
  const snow = articles.get('content/posts/snow/index.md');
  expect(snow).toMatchObject({ isPage: false, publishedAt: china('2023-12-01T10:00:00'), cover: 'snow.png' });
  expect(snow?.markdown).toContain('[雨](/posts/rain)');
  expect(snow?.addresses).toEqual(expect.arrayContaining(['/2023/雪/', '/posts/snow', '/old-snow/']));
  expect(read.findPicture('snow.png', snow?.base)).toBe('content/posts/snow/snow.png');
  expect(read.findPicture('/shared.png', '/content/posts/rain.md')).toBe('static/shared.png');
  expect(articles.get('content/about.md')).toMatchObject({ isPage: true, addresses: ['/about/'] });
  expect(read.of('loss')).toMatchObject([{ place: 'content/posts/_index.md', reason: '栏目页，不是文章' }]);
  expect(read.of('tag')).toMatchObject([{ name: 'Cold Day', addresses: ['/tags/cold-day/'] }]);
});

test('a Jekyll blog gives articles and pages', async () => {
  await write({
    '_config.yml': 'title: 风\nurl: https://j.example\npermalink: pretty\n',
    '_posts/2022-03-04-wind.markdown':
      '---\nlayout: post\ntitle: "风"\ncategories: 随笔\nredirect_from:\n  - /w\n---\n风',
    'about.md': '---\nlayout: page\ntitle: 关于\npermalink: /me/\n---\n我',
    'README.md': '# 我的博客',
  });
  const read = await readSourceAt(folder);
  const articles = keyed(read);
  expect(articles.get('_posts/2022-03-04-wind.markdown')).toMatchObject({
    publishedAt: china('2022-03-04T00:00:00'),
    slug: 'wind',
    addresses: expect.arrayContaining(['/随笔/2022/03/04/wind/', '/w', '/2022/03/04/wind']),
  });
  expect(articles.get('about.md')).toMatchObject({ isPage: true, addresses: ['/me/', '/about'] });
  expect(read.of('loss')).toMatchObject([{ place: 'README.md', reason: '说明文件，不是文章' }]);
  expect(read.of('category')).toEqual([]);
});

test('a VitePress site gives articles with the dates of their files', async () => {
  await write({
    'index.md': '---\nlayout: home\n---\n',
    'guide/start.md': '# 开始 `npm` {#start}\n\n:::tip\n好\n:::\n\n见[下一篇](./next.md#二)。',
    'guide/next.md': '---\ntitle: 下一篇\ndescription: 短\n---\n\n# 下一篇\n\n正文',
  });
  const time = new Date('2024-02-03T04:05:06Z');
  await utimes(join(folder, 'guide/start.md'), time, time);
  const articles = keyed(await readSourceAt(folder));
  expect(articles.get('guide/start.md')).toMatchObject({
    title: '开始 npm',
    markdown: '::: tip\n好\n:::\n\n见[下一篇](/guide/next#二)。',
    publishedAt: time.getTime(),
    isDateGuessed: true,
    warnings: ['没有写日期，用了文件的时间'],
  });
  expect(articles.get('guide/next.md')).toMatchObject({
    title: '下一篇',
    markdown: '正文',
    summary: '短',
    isPage: false,
  });
});

test('a single Markdown file is accepted as a source', async () => {
  const read = await readSource('雨.md', '---\ndate: 2024-01-01\nauthor: 林\nreadType: 4\n---\n# 题\n\n文');
  expect(read.of('article')).toMatchObject([
    { key: '雨.md', title: '题', markdown: '文', author: { name: '林' }, readType: 4 },
  ]);
});

test('each broken file is one loss with its reason, and the rest is read', async () => {
  await write({
    'broken.md': '---\ntitle: [a\n---\n正文',
    'huge.md': Buffer.alloc(5 * 1024 * 1024 + 1, 'a'),
    'binary.md': Buffer.from([0, 1, 2, 3]),
    'gbk.md': Buffer.from('2d2d2d0a7469746c653a20d3ea0a2d2d2d0ad6d0cec40a', 'hex'),
    '.git/a.md': '一',
    'node_modules/b/a.md': '二',
    '2024-05-06-a.md': '---\ndate: 昨天\n---\n一',
  });
  await symlink(join(folder, 'gbk.md'), join(folder, 'o.md'));
  const read = await readSourceAt(folder);
  expect(read.of('loss').map(({ place, reason }) => [place, reason])).toEqual([
    ['o.md', '符号链接，没有跟进'],
    ['binary.md', '不是文本，或编码既非 UTF-8 也非 GB18030'],
    ['broken.md', expect.stringContaining('第 2 行')],
    ['huge.md', '文件超过 5 MB'],
  ]);
  expect(read.of('article').map(({ title, markdown }) => [title, markdown])).toEqual([
    ['a', '一'],
    ['雨', '中文'],
  ]);
  expect(read.of('article')[0]).toMatchObject({
    publishedAt: china('2024-05-06T00:00:00'),
    isDateGuessed: false,
    warnings: ['看不懂的日期「昨天」，没有采用'],
  });
});

test('every line that Hexo and Obsidian show is a line here, unless they are told otherwise', async () => {
  const poem = '---\ntitle: 诗\ndate: 2024-01-01\n---\n床前明月光，\n疑是地上霜。\n\n```\na\nb\n```';
  const broken = '床前明月光，\\\n疑是地上霜。\n\n```\na\nb\n```';
  const whole = '床前明月光，\n疑是地上霜。\n\n```\na\nb\n```';
  const cases: [files: Record<string, string>, text: string][] = [
    [{ '_config.yml': '', 'source/_posts/a.md': poem }, broken],
    [{ '_config.yml': 'marked:\n  breaks: false\n', 'source/_posts/a.md': poem }, whole],
    [{ '_config.yml': 'markdown:\n  render:\n    breaks: false\n', 'source/_posts/a.md': poem }, whole],
    [{ 'package.json': '{"dependencies":{"hexo-renderer-pandoc":"1"}}', 'source/_posts/a.md': poem }, whole],
    [{ 'package.json': '{"dependencies":{"hexo-renderer-marked":"1"}}', 'source/_posts/a.md': poem }, broken],
    [{ '.obsidian/app.json': '{}', 'a.md': poem }, broken],
    [{ '.obsidian/app.json': '{"strictLineBreaks":true}', 'a.md': poem }, whole],
    [{ 'hugo.toml': '', 'content/posts/a.md': poem }, whole],
    [{ 'hugo.toml': '[markup.goldmark.renderer]\nhardWraps = true\n', 'content/posts/a.md': poem }, broken],
    [{ 'a.md': poem, 'b.txt': '' }, whole],
  ];
  for (const [files, text] of cases) {
    const zip = makeZip(...Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
    const [article] = (await readSource('b.zip', zip)).of('article');
    expect(article?.markdown, JSON.stringify(files)).toBe(text);
  }
});

test('a title stays as it is written, and a heading that texts share is none', async () => {
  await write({
    '皮蛋粥.md': '# 食材清单\n\n皮蛋',
    '腊味饭.md': '# 食材清单\n\n腊肠',
    'own.md': '# 独有的 **题**\n\n文',
    'dunder.md': '---\ntitle: __init__ 与 `-ss`\n---\n文',
  });
  const titles = (await readSourceAt(folder)).of('article').map(({ key, title, markdown }) => [key, title, markdown]);
  expect(titles).toEqual([
    ['dunder.md', '__init__ 与 `-ss`', '文'],
    ['own.md', '独有的 题', '文'],
    ['皮蛋粥.md', '皮蛋粥', '# 食材清单\n\n皮蛋'],
    ['腊味饭.md', '腊味饭', '# 食材清单\n\n腊肠'],
  ]);
  await write({ '.obsidian/app.json': '{}' });
  const inVault = (await readSourceAt(folder)).of('article').map(({ title }) => title);
  expect(inVault).toEqual(['__init__ 与 `-ss`', 'own', '皮蛋粥', '腊味饭']);
});

test('a vault shows what its notes show, links those that are public and hides its comments', async () => {
  await write({
    '.obsidian/app.json': '{}',
    '笔记/一.md': '---\npublish: true\n---\n见[[二]]、[[三|私下的]]、![[二]]%%只给自己%%\n\n> [!example]- 例\n> 文',
    '笔记/二.md': '---\npublish: true\n---\n二',
    '笔记/三.md': '没有标记',
  });
  const read = await readSourceAt(folder);
  const articles = keyed(read);
  const link = `[二](${encodeURI('/笔记/二')})`;
  expect(articles.get('笔记/一.md')?.markdown).toBe(`见${link}、私下的、${link}\n\n> [!NOTE] 例\n> 文`);
  expect(articles.get('笔记/三.md')).toMatchObject({ state: 'draft' });
  expect(JSON.stringify(read.items)).not.toContain('只给自己');
});
