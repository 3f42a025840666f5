import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { emptyFile, ofKind, type Result, readSource, sourceOf } from '../../../test/import-sources.ts';
import { writeSource } from '../../../test/write-source.ts';
import { readSerialized } from './serialized.ts';
import { typecho } from './typecho.ts';

type Row = Record<string, string | number | null>;

const time = Date.UTC(2024, 4, 1, 20) / 1000; // in China already the 2nd

/** A small site with everything Typecho stores. */
const site: Record<string, Row[]> = {
  contents: [
    {
      cid: 1,
      title: '雨',
      slug: 'rain',
      created: time,
      modified: time + 60,
      text: '<!--markdown-->**雨**\n\n![](https://site.cn/blog/usr/uploads/a.png)',
      order: 0,
      authorId: 1,
      template: null,
      type: 'post',
      status: 'publish',
      password: null,
      allowComment: '1',
      parent: 0,
      views: 7,
    },
    {
      cid: 2,
      title: 'HTML',
      slug: 'html',
      created: time,
      modified: time,
      text: '第一段\n换行\n\n第二段 <strong>粗</strong>',
      order: 0,
      authorId: 1,
      template: null,
      type: 'post',
      status: 'publish',
      password: 'x',
      allowComment: '0',
      parent: 0,
      views: 0,
    },
    {
      cid: 3,
      title: '关于',
      slug: 'about',
      created: time,
      modified: time,
      text: '<!--markdown-->我',
      order: 1,
      authorId: 1,
      template: 'links.php',
      type: 'page',
      status: 'publish',
      password: null,
      allowComment: '1',
      parent: 0,
      views: 0,
    },
    {
      cid: 4,
      title: '草',
      slug: '@4',
      created: time,
      modified: time,
      text: '<!--markdown-->草稿',
      order: 0,
      authorId: 1,
      template: null,
      type: 'post_draft',
      status: 'publish',
      password: null,
      allowComment: '1',
      parent: 0,
      views: 0,
    },
    {
      cid: 5,
      title: '雨的修改',
      slug: '@rain',
      created: time,
      modified: time,
      text: '<!--markdown-->改',
      order: 0,
      authorId: 1,
      template: null,
      type: 'post_draft',
      status: 'publish',
      password: null,
      allowComment: '1',
      parent: 1,
      views: 0,
    },
    {
      cid: 6,
      title: 'a.png',
      slug: 'a-png',
      created: time,
      modified: time,
      text: 'a:2:{s:4:"name";s:5:"a.png";s:4:"path";s:18:"/usr/uploads/a.png";}',
      order: 1,
      authorId: 1,
      template: null,
      type: 'attachment',
      status: 'publish',
      password: null,
      allowComment: '1',
      parent: 1,
      views: 0,
    },
    {
      cid: 7,
      title: 'b.zip',
      slug: 'b-zip',
      created: time,
      modified: time,
      text: '{"name":"b.zip","path":"/usr/uploads/b.zip"}',
      order: 1,
      authorId: 1,
      template: null,
      type: 'attachment',
      status: 'publish',
      password: null,
      allowComment: '1',
      parent: 0,
      views: 0,
    },
    {
      cid: 8,
      title: '藏',
      slug: 'hidden',
      created: time,
      modified: time,
      text: '<!--markdown-->藏',
      order: 0,
      authorId: 2,
      template: null,
      type: 'post',
      status: 'hidden',
      password: null,
      allowComment: '1',
      parent: 0,
      views: 0,
    },
    {
      cid: 9,
      title: '审',
      slug: 'held',
      created: 0,
      modified: 0,
      text: '<!--markdown-->it\'s \\ "审"\t；\n-- x',
      order: 0,
      authorId: 1,
      template: null,
      type: 'post',
      status: 'waiting',
      password: null,
      allowComment: '1',
      parent: 0,
      views: 0,
    },
  ],
  comments: [
    {
      coid: 1,
      cid: 1,
      created: time,
      author: '客',
      authorId: 0,
      ownerId: 1,
      mail: 'Guest@Example.com',
      url: 'http://guest.cn',
      ip: '1.2.3.4',
      agent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      text: '第一行\n第二行',
      type: 'comment',
      status: 'approved',
      parent: 0,
    },
    {
      coid: 2,
      cid: 1,
      created: time,
      author: null,
      authorId: 1,
      ownerId: 1,
      mail: null,
      url: null,
      ip: '',
      agent: null,
      text: '答',
      type: 'comment',
      status: 'waiting',
      parent: 1,
    },
    {
      coid: 3,
      cid: 1,
      created: time,
      author: 'x',
      authorId: 0,
      ownerId: 1,
      mail: '',
      url: '',
      ip: '',
      agent: '',
      text: '买',
      type: 'comment',
      status: 'spam',
      parent: 0,
    },
    {
      coid: 4,
      cid: 1,
      created: time,
      author: 'y',
      authorId: 0,
      ownerId: 1,
      mail: '',
      url: '',
      ip: '',
      agent: '',
      text: '引',
      type: 'pingback',
      status: 'approved',
      parent: 0,
    },
  ],
  metas: [
    { mid: 1, name: '生活', slug: 'life', type: 'category', description: '日常', count: 1, order: 1, parent: 2 },
    { mid: 2, name: '全部', slug: 'all', type: 'category', description: null, count: 0, order: 2, parent: 1 },
    { mid: 3, name: '天气', slug: 'weather', type: 'tag', description: null, count: 1, order: 0, parent: 0 },
  ],
  relationships: [
    { cid: 1, mid: 1 },
    { cid: 1, mid: 3 },
    { cid: 1, mid: 2 },
  ],
  users: [
    {
      uid: 1,
      name: 'admin',
      password: '$P$hash',
      mail: 'Owner@Example.com',
      url: 'https://site.cn',
      screenName: '站长',
      created: time,
      activated: 0,
      logged: 0,
      group: 'administrator',
      authCode: 'secret',
    },
    {
      uid: 2,
      name: 'writer',
      password: '$P$hash',
      mail: 'w@example.com',
      url: null,
      screenName: null,
      created: time,
      activated: 0,
      logged: 0,
      group: 'editor',
      authCode: 'secret',
    },
    {
      uid: 3,
      name: 'reader',
      password: '$P$hash',
      mail: 'r@example.com',
      url: null,
      screenName: null,
      created: time,
      activated: 0,
      logged: 0,
      group: 'subscriber',
      authCode: 'secret',
    },
  ],
  fields: [
    { cid: 1, name: 'thumb', type: 'str', str_value: 'https://site.cn/c.jpg', int_value: 0, float_value: 0 },
    { cid: 1, name: 'agree', type: 'int', str_value: null, int_value: 3, float_value: 0 },
  ],
  options: [
    { name: 'siteUrl', user: 0, value: 'https://site.cn/blog/' },
    { name: 'title', user: 0, value: '我的博客' },
    { name: 'timezone', user: 0, value: '28800' },
    { name: 'plugin:Sticky', user: 0, value: 'a:1:{s:11:"sticky_cids";s:3:"1,9";}' },
    {
      name: 'routingTable',
      user: 0,
      value: 'a:2:{i:0;a:0:{}s:4:"post";a:1:{s:3:"url";s:50:"/[directory]/[year:digital:4]/[month]/[day]/[slug]";}}',
    },
  ],
};

const createSqlite = Object.entries(site).map(
  ([table, [row = {}]]) =>
    `CREATE TABLE my_${table} (${Object.keys(row)
      .map((name) => `"${name}"`)
      .join(', ')});`,
);

async function sqliteSource() {
  const path = await emptyFile('usr.db');
  const db = new DatabaseSync(path);
  db.exec(createSqlite.join('\n'));
  for (const [table, rows] of Object.entries(site))
    for (const row of rows)
      db.prepare(
        `INSERT INTO my_${table} VALUES (${Object.keys(row)
          .map(() => '?')
          .join(',')})`,
      ).run(...Object.values(row));
  db.close();
  return sourceOf(path);
}

function mysqlDump(dumped = site) {
  const literal = (value: string | number | null) => {
    if (value === null) return 'NULL';
    return `'${String(value).replace(/[\\'\n\t]/g, (character) => ({ '\n': '\\n', '\t': '\\t' })[character] ?? `\\${character}`)}'`;
  };
  const tables = Object.entries(dumped).map(([table, rows]) => {
    const names = Object.keys(rows[0] ?? {});
    return `CREATE TABLE \`typecho_${table}\` (\n${names.map((name) => `  \`${name}\` text`).join(',\n')}\n);
INSERT INTO \`typecho_${table}\` VALUES ${rows.map((row) => `(${names.map((name) => literal(row[name] ?? null)).join(',')})`).join(',')};`;
  });
  return `-- MySQL dump 10.13\n${tables.toSorted().join('\n')}\n-- Dump completed\n`;
}

/** Writes a backup as Typecho does. */
function backup(version = '0001', tables = ['contents', 'comments', 'metas', 'relationships', 'users', 'fields']) {
  const mark = Buffer.from(`%TYPECHO_BACKUP_${version}%`);
  const records = tables.flatMap((table, index) =>
    (site[table] ?? []).map((row) => {
      const values = Object.values(row).map((value) => (value === null ? null : Buffer.from(String(value))));
      const names = Buffer.from(
        JSON.stringify(Object.fromEntries(Object.keys(row).map((name, at) => [name, values[at]?.length ?? null]))),
      );
      const body = Buffer.concat(values.filter((value) => value !== null));
      const meta = Buffer.alloc(version === 'FILE' ? 6 : 8);
      meta.writeUInt16LE(index + 1, 0);
      meta.writeUInt16LE(names.length, 2);
      if (version === 'FILE') meta.writeUInt16LE(body.length % 65_536, 4);
      else meta.writeUInt32LE(body.length, 4);
      const digest = createHash('md5').update(meta).update(names).update(body).digest('hex');
      return Buffer.concat([meta, names, body, Buffer.from(digest)]);
    }),
  );
  return Buffer.concat([mark, ...records, mark]);
}

function expectSite(result: Result) {
  expect(result.error).toBeUndefined();
  const articles = ofKind(result, 'article');
  expect(articles.map(({ key, state, isPage }) => [key, state, isPage])).toEqual([
    ['1', 'published', false],
    ['2', 'published', false],
    ['3', 'published', true],
    ['4', 'draft', false],
    ['8', 'private', false],
    ['9', 'held', false],
  ]);
  expect(articles[0]).toMatchObject({
    title: '雨',
    markdown: '**雨**\n\n![](https://site.cn/blog/usr/uploads/a.png)',
    author: { name: '站长', email: 'owner@example.com', website: 'https://site.cn' },
    categories: ['生活', '全部'],
    tags: ['天气'],
    cover: 'https://site.cn/c.jpg',
    slug: 'rain',
    publishedAt: time * 1000,
    updatedAt: time * 1000 + 60_000,
    commenting: 'open',
    views: 7,
    likes: 3,
    warnings: [],
  });
  expect(articles[1]).toMatchObject({ password: 'x', state: 'published', commenting: 'closed' });
  expect(articles[1]?.markdown).toMatch(/^第一段\\?\s+换行\n\n第二段 \*\*粗\*\*$/);
  expect(articles[2]?.warnings).toEqual(['用了主题的模板 links.php，模板里的内容不在数据库里']);
  expect(articles[3]).toMatchObject({ slug: '4', publishedAt: null, addresses: [] });
  expect(articles[4]).toMatchObject({
    author: { name: 'writer' },
    warnings: ['在原来的站里是隐藏的：知道地址才看得到；这里存为私密'],
  });
  expect(articles[5]).toMatchObject({ markdown: 'it\'s \\ "审"\t；\\\n-- x', publishedAt: null });
  expect(ofKind(result, 'comment')).toEqual([
    {
      kind: 'comment',
      key: '1',
      on: { article: '1' },
      parent: null,
      author: { name: '客', email: 'guest@example.com', website: 'http://guest.cn' },
      markdown: expect.stringMatching(/^第一行\\?\s+第二行$/),
      createdAt: time * 1000,
      state: 'shown',
      likes: 0,
      pinned: false,
      device: '',
      agent: expect.stringContaining('Chrome/142.0.0.0'),
    },
    expect.objectContaining({
      key: '2',
      parent: '1',
      state: 'held',
      author: { name: '站长', email: 'owner@example.com', website: 'https://site.cn' },
    }),
    expect.objectContaining({ key: '3', state: 'spam', author: { name: 'x', email: '', website: '' } }),
  ]);
  expect(ofKind(result, 'person').map(({ name }) => name)).toEqual(['reader']);
  expect(JSON.stringify(result.items)).not.toMatch(/\$P\$|secret|1\.2\.3\.4/);
  expect(result.losses.filter((loss) => !loss.startsWith('Typecho 备份'))).toEqual([
    '草稿｜雨的修改｜是已发布文章还没发布的修改，只带了发布的那一版',
    '附件｜b.zip｜文章里没有用到，文件不在数据库里，没有带过来',
    '引用通告｜1 条｜这里没有引用通告',
  ]);
}

describe('a site', () => {
  test.each([
    ['as a SQLite file with tables of another prefix', sqliteSource],
    ['as a dump of MySQL', () => writeSource(mysqlDump(), 'typecho.sql')],
  ])('%s is read with its addresses', async (_form, source) => {
    const opened = await source();
    expect(await typecho.recognizes(opened)).toBe(true);
    expect(await typecho.recognizes({ ...opened, path: '' })).toBe(true);
    const result = await readSource(typecho, opened);
    expectSite(result);
    const articles = ofKind(result, 'article');
    expect(articles[0]?.addresses).toEqual([
      '/blog/all/life/2024/05/02/rain',
      '/blog/index.php/all/life/2024/05/02/rain',
    ]);
    expect(articles[0]?.pinned).toBe(true);
    expect(articles[2]?.addresses).toEqual(['/blog/about.html', '/blog/index.php/about.html']);
    expect(ofKind(result, 'site')).toEqual([{ kind: 'site', url: 'https://site.cn/blog', title: '我的博客' }]);
    expect(ofKind(result, 'category')[0]).toMatchObject({
      key: '1',
      name: '生活',
      parent: '2',
      intro: '日常',
      addresses: ['/blog/category/life/', '/blog/index.php/category/life/'],
    });
    expect(ofKind(result, 'tag')).toEqual([
      { kind: 'tag', key: '3', name: '天气', addresses: ['/blog/tag/weather/', '/blog/index.php/tag/weather/'] },
    ]);
    expect(ofKind(result, 'redirect')[0]).toEqual({
      kind: 'redirect',
      from: '/blog/attachment/6/',
      to: '/blog/all/life/2024/05/02/rain',
    });
  });

  test('friend links of the plugin come in their order, but for those that were off', async () => {
    const blank = { email: '', image: '', description: '', user: '', order: 1, state: 1 };
    const links = [
      { lid: 1, name: '明', url: 'https://ming.example', sort: '友人', ...blank, order: 2 },
      { lid: 2, name: '关', url: 'https://off.example', sort: '', ...blank, state: 0 },
      { lid: 3, name: '阿甲', url: 'https://jia.example', sort: '', ...blank, image: 'https://jia.example/a.png' },
    ];
    const result = await readSource(typecho, await writeSource(mysqlDump({ ...site, links }), 'typecho.sql'));
    expect(ofKind(result, 'link').map(({ name, group, avatar }) => [name, group, avatar])).toEqual([
      ['阿甲', '', 'https://jia.example/a.png'],
      ['明', '友人', ''],
    ]);
    expect(result.losses).toContain('友链｜关｜在原来的站里停用了，没有带过来');
  });

  test.each(['0001', 'FILE'])('a backup of version %s is read with every form of address', async (version) => {
    const source = await writeSource(backup(version), '20240501_site.cn_6a515d55e2f33.dat');
    expect(await typecho.recognizes(source)).toBe(true);
    const result = await readSource(typecho, source);
    expectSite(result);
    expect(ofKind(result, 'site')).toEqual([{ kind: 'site', url: 'https://site.cn', title: '' }]);
    expect(ofKind(result, 'article')[0]?.addresses.filter((address) => !address.includes('index.php'))).toEqual([
      '/archives/1/',
      '/archives/rain.html',
      '/2024/05/02/rain.html',
      '/life/rain.html',
    ]);
  });
});

test('one of two sites in a dump is read, and the other is reported', async () => {
  const two = mysqlDump().replace('-- MySQL dump 10.13', '') + mysqlDump().replaceAll('typecho_', 'zwei_');
  const result = await readSource(typecho, await writeSource(`-- MySQL dump 10.13\n${two}`, 'two.sql'));
  expect(ofKind(result, 'article')).toHaveLength(6);
  expect(result.losses).toContain('站点｜表 zwei_contents｜文件里有几个站点，只读了 typecho_contents 的那个');
});

describe('a damaged backup', () => {
  test('a truncated backup gives the records before the cut', async () => {
    const { items, error } = await readSource(typecho, await writeSource(backup().subarray(0, -4000), 'a.dat'));
    expect(items.filter(({ kind }) => kind === 'article')).not.toHaveLength(0);
    expect(error).toMatch(/^备份在第 \d+ 条断了/);
  });

  test('a missing end and a changed record are reported', async () => {
    const bytes = backup('0001', ['contents']);
    bytes[bytes.indexOf('雨')] = 0xff;
    const { losses, error } = await readSource(typecho, await writeSource(bytes.subarray(0, -21), 'a.dat'));
    expect(losses.filter((loss) => loss.startsWith('Typecho'))).toEqual([
      'Typecho 备份｜第 1 条｜和校验和不符，可能改动过，照样读了',
      'Typecho 备份｜结尾｜没有结束标记，备份可能不完整',
    ]);
    expect(error).toBeUndefined();
  });

  test('a record with impossible lengths ends the reading', async () => {
    const bytes = backup();
    bytes.write('9', bytes.indexOf('"title":3') + 8);
    expect((await readSource(typecho, await writeSource(bytes, 'a.dat'))).error).toBe(
      '备份在第 1 条断了或已损坏，后面的没有读',
    );
  });
});

test('a damaged SQLite file is reported without an exception', async () => {
  const { path } = await sqliteSource();
  const db = new DatabaseSync(path);
  db.exec('PRAGMA writable_schema = ON');
  db.close();
  const source = await sourceOf(path);
  const { writeFile, readFile } = await import('node:fs/promises');
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0xff, 4096 * 2, 4096 * 4));
  const { losses, error } = await readSource(typecho, source);
  expect(`${losses.join()} ${error}`).toMatch(/损坏/);
});

describe('serialized values', () => {
  test.each([
    ['a:2:{s:4:"name";s:6:"中文";i:1;a:1:{i:0;b:1;}}', { name: '中文', 1: { 0: true } }],
    ['a:1:{s:1:"x";d:0.5;}', { x: 0.5 }],
    ['{"path":"/a"}', { path: '/a' }],
    ['N;', null],
    ['O:8:"stdClass":1:{s:1:"a";i:1;}', undefined],
    ['a:1:{s:1:"x";O:8:"stdClass":0:{}}', undefined],
    ['a:99999999:{', undefined],
    ['s:100:"short";', undefined],
    ['a:1:{i:0;'.repeat(50), undefined],
    ['{"a":', undefined],
    ['', undefined],
  ])('%s', (text, value) => {
    expect(readSerialized(text)).toEqual(value);
  });

  test('a key such as __proto__ is an ordinary key', () => {
    const value = readSerialized('a:1:{s:9:"__proto__";a:1:{s:4:"path";s:1:"x";}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
