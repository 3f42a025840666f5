import { movedKey } from '@mojian/foreign-files/address-key';
import { expect, test } from 'vitest';
import { makeZip } from '../../../../foreign-files/test/make-zip.ts';
import { readSource } from '../../../test/read-source.ts';

async function read(files: Record<string, string>) {
  const found = await readSource('b.zip', makeZip(...Object.entries(files).map(([name, bytes]) => ({ name, bytes }))));
  expect(found.fault).toBe(undefined);
  return found;
}

/** Keys of all former addresses, by file. */
async function keysOf(files: Record<string, string>) {
  const found = await read(files);
  return new Map(found.of('article').map(({ key, addresses }) => [key, addresses.map(movedKey)]));
}

const post = (fields = '') => `---\ntitle: 雨 Rain\ndate: 2024-05-01 08:30:05\n${fields}---\n文`;

test('Hugo’s addresses follow its permalinks, wherever and however they are configured', async () => {
  const cases: [config: Record<string, string>, file: string, fields: string, address: string][] = [
    [{ 'hugo.toml': '' }, 'posts/My Post.md', '', '/posts/my-post/'],
    [{ 'hugo.toml': '' }, 'posts/v1.2 发布.md', '', '/posts/v1.2-发布/'],
    [{ 'hugo.toml': '' }, 'posts/sub/one/index.md', 'slug: Uno\n', '/posts/sub/uno/'],
    [{ 'hugo.toml': '' }, 'posts/a.md', 'url: /elsewhere/b.html\n', '/elsewhere/b.html'],
    [{ 'hugo.toml': '' }, 'posts/a.md', 'url: elsewhere/b\n', '/elsewhere/b/'],
    [{ 'hugo.toml': '' }, 'posts/a.md', 'aliases: [/old/a, before]\n', '/old/a/'],
    [{ 'hugo.toml': '' }, 'posts/a.md', 'aliases: [/old/a, before]\n', '/posts/before/'],
    [{ 'hugo.toml': '[permalinks]\nposts = "/:year/:month/:title/"\n' }, 'posts/sub/one.md', '', '/2024/05/雨-rain/'],
    [{ 'hugo.toml': '[permalinks]\nposts = "/p/:slug/"\n' }, 'posts/one.md', '', '/p/雨-rain/'],
    [{ 'hugo.toml': '[permalinks]\nposts = "/p/:slug/"\n' }, 'posts/one.md', 'slug: uno\n', '/p/uno/'],
    [{ 'hugo.toml': '[permalinks.page]\nposts = "/p/:contentbasename/"\n' }, 'posts/one/index.md', '', '/p/one/'],
    [{ 'hugo.yaml': 'permalinks:\n  page:\n    posts: /p/:slugorcontentbasename/\n' }, 'posts/one.md', '', '/p/one/'],
    [{ 'config/_default/permalinks.toml': 'posts = "/p/:slugorfilename/"\n' }, 'posts/one.md', '', '/p/one/'],
    [{ 'config/_default/permalinks.yaml': 'page:\n  posts: /p/:filename\n' }, 'posts/one.md', '', '/p/one'],
    [
      { 'config/_default/config.json': '{"permalinks":{"posts":"/:sections[1:]/:filename/"}}' },
      'posts/a/b/c.md',
      '',
      '/a/b/c/',
    ],
    [{ 'config.yaml': 'permalinks:\n  posts: /:sections[last]/:filename/\n' }, 'posts/a/b/c.md', '', '/b/c/'],
    [{ 'config.yaml': 'permalinks:\n  posts: /:sections/:filename/\n' }, 'posts/a/c.md', '', '/posts/a/c/'],
    [{ 'config.yaml': 'permalinks:\n  posts: /:06/:1/:2/:filename/\n' }, 'posts/c.md', '', '/24/5/1/c/'],
    [
      { 'config.yaml': 'permalinks:\n  posts: /:year/:yearday/:monthname/:weekdayname/:filename/\n' },
      'posts/c.md',
      '',
    ].concat('/2024/122/may/wednesday/c/') as [Record<string, string>, string, string, string],
    [{ 'config.yaml': 'uglyURLs: true\n' }, 'posts/c.md', '', '/posts/c.html'],
    [{ 'config.yaml': 'baseURL: https://a.example/blog/\n' }, 'posts/c.md', '', '/blog/posts/c/'],
    [
      { 'config.yaml': 'defaultContentLanguage: zh\nlanguages:\n  zh: {}\n  en: {}\n' },
      'posts/c.en.md',
      '',
      '/en/posts/c/',
    ],
    [{ 'config.yaml': 'contentDir: texts\n', 'texts/posts/d.md': post() }, '../texts/posts/d.md', '', '/posts/d/'],
  ];
  for (const [config, file, fields, address] of cases) {
    const key = `content/${file}`.replace('content/../', '');
    const keys = await keysOf({ 'content/posts/z.md': post(), ...config, [key]: post(fields) });
    expect(keys.get(key), `${JSON.stringify(config)} ${file} ${fields}`).toContain(movedKey(address));
  }
});

test('Hexo’s addresses follow its permalink and those of its posts', async () => {
  const cases: [permalink: string, file: string, fields: string, address: string][] = [
    ['', 'rain', '', '/2024/05/01/rain/'],
    [':year/:i_month/:i_day/:name.html', 'sub/rain', '', '/2024/5/1/rain.html'],
    [':hour:minute:second/:title/', 'sub/rain', '', '/083005/sub/rain/'],
    [':category/:title/', 'rain', 'categories: [散 文, C++]\n', '/散-文/c/rain/'],
    [':category/:title/', 'rain', '', '/uncategorized/rain/'],
    ['p/:post_title/', 'rain', '', '/p/雨-rain/'],
    ['posts/:abbrlink.html', 'rain', 'abbrlink: a1b2\n', '/posts/a1b2.html'],
    [':lang/:title/', 'rain', '', '/zh/rain/'],
    [':title/', '2024-05-01-rain', '', '/2024-05-01-rain/'],
    [':title/', 'C#', '', '/c%23/'],
    ['', 'rain', 'permalink: custom/path.html\n', '/custom/path.html'],
    ['', 'rain', 'permalink: /custom/path/\n', '/custom/path/'],
  ];
  for (const [permalink, file, fields, address] of cases) {
    const config = `permalink_defaults:\n  lang: zh\n${permalink && `permalink: "${permalink}"\n`}`;
    const keys = await keysOf({ '_config.yml': config, [`source/_posts/${file}.md`]: post(fields) });
    expect([...keys.values()][0], `${permalink} ${file} ${fields}`).toContain(movedKey(address));
  }
});

test('Jekyll’s addresses follow its permalinks, its defaults and its collections', async () => {
  const config = (rest: string) =>
    `${rest}\ncollections:\n  wiki:\n    output: true\n  notes:\n    output: true\n    permalink: /n/:name/\ndefaults:\n- scope:\n    path: _wiki\n  values:\n    permalink: /wiki/:path/\n`;
  const cases: [permalink: string, file: string, fields: string, address: string][] = [
    ['', '_posts/2024-05-01-rain.md', '', '/2024/05/01/rain.html'],
    ['pretty', '_posts/2024-05-01-rain.md', 'categories: a b\n', '/a/b/2024/05/01/rain/'],
    ['date', 'x/_posts/2024-05-01-rain.md', 'category: A b\n', '/x/a%20b/2024/05/01/rain.html'],
    ['ordinal', '_posts/2024-05-01-rain.md', '', '/2024/122/rain.html'],
    ['weekdate', '_posts/2024-05-01-rain.md', '', '/2024/W18/Wed/rain.html'],
    ['none', '_posts/2024-05-01-rain.md', '', '/rain.html'],
    ['/:short_year/:i_month/:long_month/:slug', '_posts/2024-05-01-Rain_2.md', '', '/24/5/may/rain-2'],
    ['', '_posts/2024-05-01-rain.md', 'permalink: /own/:title.html\n', '/own/rain.html'],
    ['', '_posts/2024-05-01-rain.md', 'redirect_from: /before\n', '/before'],
    ['', '_wiki/dev/git.md', '', '/wiki/dev/git/'],
    ['', '_notes/2024.md', '', '/n/2024/'],
    ['', 'about.md', 'permalink: me/\n', '/me/'],
    ['', 'a/now.md', '', '/a/now.html'],
  ];
  for (const [permalink, file, fields, address] of cases) {
    const files = { '_config.yml': config(`permalink: ${permalink}`), '_layouts/a.html': '', [file]: post(fields) };
    const keys = await keysOf(files);
    expect(keys.get(file), `${permalink} ${file} ${fields}`).toContain(movedKey(address));
  }
});

test('a pattern with a token that nobody knows is told of for each article', async () => {
  for (const [files, token] of [
    [{ '_config.yml': 'permalink: /:mood/:title/\n', 'source/_posts/a.md': post() }, ':mood'],
    [{ 'hugo.toml': '[permalinks]\nposts = "/:mood/:title"\n', 'content/posts/a.md': post() }, ':mood'],
    [{ '_config.yml': 'permalink: /:mood/\n', '_posts/2024-05-01-a.md': post(), '_layouts/a.html': '' }, ':mood'],
  ] as [Record<string, string>, string][]) {
    const [article] = (await read(files)).of('article');
    expect(article?.warnings).toEqual([`旧地址认不出（${token}），旧的链接会打不开`]);
  }
});

test('lists of tags and categories keep addresses with signs, blanks and capitals apart', async () => {
  const tags = 'tags: [C, "C#", C++, Node.js, "Cold Day", 100%]\ncategories: [随 笔]\n';
  const listed = async (files: Record<string, string>) => {
    const found = await read(files);
    return Object.fromEntries(
      [...found.of('tag'), ...found.of('category')].map((one) => [one.name, one.addresses.map(movedKey)]),
    );
  };
  expect(await listed({ 'hugo.toml': '', 'content/posts/a.md': post(tags) })).toEqual({
    C: ['/tags/c'],
    'C#': ['/tags/c#'],
    'C++': ['/tags/c++'],
    'Node.js': ['/tags/node.js'],
    'Cold Day': ['/tags/cold-day'],
    '100%': ['/tags/100'],
    '随 笔': ['/categories/随-笔'],
  });
  expect(await listed({ '_config.yml': 'tag_map:\n  C#: csharp\n', 'source/_posts/a.md': post(tags) })).toMatchObject({
    'C#': ['/tags/csharp'],
    'Node.js': ['/tags/node-js'],
    '随 笔': ['/categories/随-笔'],
  });
});

test('VitePress’s addresses follow its rewrites; those that a program makes are named', async () => {
  const rewrites = `export default { rewrites: {
    'packages/pkg-a/src/one.md': 'pkg-a/uno.md',
    'packages/:pkg/src/:slug*': ':pkg/:slug*',
    'notes/:year(\\d+)-:name.md': ':year/:name/index.md',
    'x/:a((a+)+)': ':a',
  } }`.replaceAll('\\\\', '\\');
  const texts = {
    'packages/pkg-a/src/one.md': post(),
    'packages/b/src/in/two.md': post(),
    'notes/2024-rain.md': post(),
  };
  const keys = await keysOf({ '.vitepress/config.ts': rewrites, ...texts });
  expect(keys.get('packages/pkg-a/src/one.md')).toContain('/pkg-a/uno');
  expect(keys.get('packages/b/src/in/two.md')).toContain('/b/in/two');
  expect(keys.get('notes/2024-rain.md')).toContain('/2024/rain');
  const program = await read({ '.vitepress/config.ts': 'export default { rewrites: (id) => id.slice(3) }', ...texts });
  expect(program.of('article').flatMap(({ warnings }) => warnings)).toEqual(
    Array(3).fill('旧地址认不出（rewrites 里的程序），旧的链接会打不开'),
  );
});
