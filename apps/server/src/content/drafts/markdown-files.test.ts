import { randomBytes } from 'node:crypto';
import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeZip } from '../../../../../packages/foreign-files/test/make-zip.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { noise } from '../../../test/noise.ts';
import { sendForm } from '../../../test/upload.ts';
import { saveSettings } from '../../core/settings/settings.ts';
import { ownsFile } from '../../core/uploads/uploads.ts';

const site = freshSite();

const read = (name: string, bytes: Uint8Array | string, viewer: typeof site.lin | null = site.lin) =>
  sendForm<MarkdownFile>(site, viewer, '/v1/article/readMarkdownFile', [{ name, bytes }]);
const png = (colour = '#b5402d') =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer();
const address = /\/files\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp/g;

const hexo = `---
title: 听雨
date: 2024-05-01 08:00:00
tags: [雨, 春, 江南, 节气]
categories: 随笔
keywords: 雨, 春天
excerpt: 一夜的雨。
original: false
source: https://example.com/rain
author: 阿雨
slug: ting-yu
---

正文第一段。

\`\`\`js
const a = '![x](no.png)';
\`\`\`
`;

test('front matter fills the fields, and the text is unchanged', async () => {
  const { status, data } = await read('2024-05-01-rain.md', hexo);
  expect(status).toBe(200);
  expect(data).toEqual({
    name: '2024-05-01-rain.md',
    pictures: 0,
    warnings: [],
    found: {
      title: '听雨',
      summary: '一夜的雨。',
      tags: ['雨', '春', '江南', '节气'],
      category: '随笔',
      keywords: '雨, 春天',
      original: false,
      sourceUrl: 'https://example.com/rain',
      sourceAuthor: '阿雨',
      slug: 'ting-yu',
      markdown: "正文第一段。\n\n```js\nconst a = '![x](no.png)';\n```",
    },
  });
});

const gbk = Buffer.from([0xcc, 0xfd, 0xd3, 0xea, 0xa3, 0xac, 0xb4, 0xba, 0xd2, 0xb9, 0xa1, 0xa3]);
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('听雨，春夜。', 'utf16le')]);
const encodings: [string, Uint8Array][] = [
  ['UTF-8', Buffer.from('听雨，春夜。')],
  ['UTF-8 with a mark', Buffer.from('\ufeff听雨，春夜。')],
  ['GBK', gbk],
  ['UTF-16 LE', utf16],
  ['UTF-16 BE', Buffer.from(utf16).swap16()],
];
test.each(encodings)('a file in %s is read', async (_name, bytes) => {
  const { data } = await read('note.txt', bytes);
  expect(data).toMatchObject({ found: { title: 'note', markdown: '听雨，春夜。' }, warnings: [] });
});

test('a first heading is the title, and missing fields are omitted', async () => {
  const { data } = await read('无题.markdown', '# 春夜\n\n正文。');
  expect(data.found).toEqual({ title: '春夜', markdown: '正文。' });
});

test('with broken front matter the text is kept, and line and reason are reported', async () => {
  const text = '---\ntitle: "没有收住\ntags: [a\n---\n\n正文。';
  const { status, data } = await read('broken.md', text);
  expect(status).toBe(200);
  expect(data.found.markdown).toContain('title: "没有收住');
  expect(data.found.markdown).toContain('正文。');
  expect(data.warnings).toEqual([expect.stringMatching(/^文件开头的信息有误（第 \d+ 行）：.+原样留在正文里了$/)]);
});

test('overlong fields are truncated or omitted with a warning', async () => {
  const long = `---\ntitle: ${'长'.repeat(120)}\ncategory: ${'类'.repeat(31)}\nsummary: ${'摘'.repeat(301)}\n---\n正文`;
  const { data } = await read('long.md', long);
  expect(data.found).toEqual({ title: '长'.repeat(100), summary: '摘'.repeat(300), markdown: '正文' });
  expect(data.warnings).toHaveLength(3);
});

test('pictures of a zip become the member’s uploads, however they are referenced', async () => {
  const text = [
    '---\ncover: /images/cover.png\n---',
    '![一](images/a.png)',
    '![二](./images/%E9%9B%A8%20%E5%A4%A9.png "题")',
    '![三](images\\a.png)',
    '![四](C:\\Users\\lin\\Pictures\\b.png)',
    '![[b.png|五|300]]',
    '<img src="images/a.png" alt="六">',
    '![七](gone.png)',
    '![八](https://elsewhere.example/x.png)',
    '`![九](images/a.png)`',
  ].join('\n\n');
  const zip = makeZip(
    { name: 'post/README.md', bytes: '说明' },
    { name: 'post/rain.md', bytes: text },
    { name: '__MACOSX/post/._rain.md', bytes: 'x' },
    { name: 'post/images/a.png', bytes: await png('#a00') },
    { name: 'post/images/雨 天.png', bytes: await png('#0a0') },
    { name: 'post/attachments/b.png', bytes: await png('#00a') },
    { name: 'post/source/images/cover.png', bytes: await png('#0aa') },
  );
  const { status, data } = await read('post.zip', zip);
  expect(status).toBe(200);
  const stored = data.found.markdown.split('\n\n');
  const [one, two, three, four, five, six, gone, remote, code] = stored.map((line) => line.match(address)?.[0]);
  expect([one, two, three, four, five, six].every(Boolean)).toBe(true);
  expect([three, six]).toEqual([one, one]);
  expect(five).toBe(four);
  expect([gone, remote, code]).toEqual([undefined, undefined, undefined]);
  expect(stored[1]).toMatch(/^!\[二\]\(\S+ "题"\)$/);
  expect(stored[4]).toMatch(/^!\[五\]\(/);
  expect(stored[7]).toBe('![八](https://elsewhere.example/x.png)');
  expect(stored[8]).toBe('`![九](images/a.png)`');
  expect(data).toMatchObject({ name: 'post.zip', pictures: 4, found: { title: 'rain' } });
  expect(data.warnings).toEqual([
    '图片 gone.png：压缩包里没有这张图片',
    '1 张图片在别的网站，没有导入；读者的浏览器不会去那里取',
  ]);
  for (const url of [one, two, four, data.found.cover])
    expect(await ownsFile(site.db, site.lin.id, url ?? '')).toBe(true);
});

test('names in GBK, as Chinese Windows packs them, are found', async () => {
  const name = Buffer.concat([Buffer.from([0xd3, 0xea]), Buffer.from('.png')]);
  const zip = makeZip({ name: 'a.md', bytes: '![](雨.png)' }, { name, bytes: await png() });
  expect((await read('a.zip', zip)).data).toMatchObject({ pictures: 1, warnings: [] });
});

test('pictures count towards the member’s quota; those beyond it are listed, and the text is imported', async () => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'uploads', { quota: 1 }));
  const big = await noise(1300);
  const zip = makeZip({ name: 'a.md', bytes: '![](big.png)\n\n文' }, { name: 'big.png', bytes: big });
  const { data } = await read('a.zip', zip);
  expect(data).toMatchObject({ pictures: 0, found: { markdown: '![](big.png)\n\n文' } });
  expect(data.warnings).toEqual([expect.stringContaining('图片空间不够了')]);
  expect(await site.keptFiles()).toBe(0);
});

test('a file that is no picture is not stored as one', async () => {
  const zip = makeZip({ name: 'a.md', bytes: '![](a.png)' }, { name: 'a.png', bytes: '<script>' });
  expect((await read('a.zip', zip)).data.warnings).toEqual([expect.stringContaining('这不是图片')]);
  expect(await site.keptFiles()).toBe(0);
});

const md = { name: 'a.md', bytes: '文' };
const many = () => Array.from({ length: 501 }, (_, at) => ({ name: `${at}.txt`, bytes: '' }));
const zeros = () => ({ name: 'b.png', bytes: Buffer.alloc(50 * 1024 * 1024) });
const refused: [string, string, () => Uint8Array | string, number, RegExp][] = [
  ['no text', 'a.md', () => Buffer.from([0x89, 0x50, 0, 1, 2, 0xff, 0xfe, 0]), 415, /^不是文本/],
  ['another kind of file', 'a.docx', () => 'PK', 415, /^只能导入 \.md/],
  ['6 MB of text', 'a.md', () => '字'.repeat(2 * 1024 * 1024), 415, /^文件超过 5 MB$/],
  ['more than an article holds', 'a.md', () => '字'.repeat(500_001), 413, /^正文超过 50 万字/],
  ['an empty file', 'a.md', () => '', 400, /^这个文件是空的，请选择一个文件$/],
  ['no zip', 'a.zip', () => 'PK', 400, /^压缩包打不开/],
  ['half a zip', 'a.zip', () => makeZip(md, md).subarray(0, 60), 400, /^压缩包打不开/],
  ['a zip without a text', 'a.zip', () => makeZip({ name: 'a.png', bytes: '' }), 400, /^压缩包里没有 Markdown 文件$/],
  ['two texts', 'a.zip', () => makeZip(md, { ...md, name: 'b.md' }), 400, /^压缩包里有 2 个/],
  ['a way out', 'a.zip', () => makeZip(md, { name: '../../b.png', bytes: '' }), 400, /指向外面的路径/],
  ['a way out by backslashes', 'a.zip', () => makeZip(md, { name: '..\\b.png', bytes: '' }), 400, /指向外面的路径/],
  ['a whole path', 'a.zip', () => makeZip(md, { name: '/etc/passwd', bytes: '' }), 400, /指向外面的路径/],
  ['a link', 'a.zip', () => makeZip(md, { name: 'b', bytes: '/etc', mode: 0o120777 }), 400, /符号链接/],
  ['a locked zip', 'a.zip', () => makeZip({ ...md, encrypted: true }), 400, /^压缩包有密码/],
  ['501 files', 'a.zip', () => makeZip(...many()), 413, /^压缩包里的文件太多，最多 500 个$/],
  ['a bomb', 'a.zip', () => makeZip(md, zeros()), 413, /占满内存/],
  [
    '120 MB once unpacked',
    'a.zip',
    () => makeZip(md, { ...md, name: 'b.png', claims: 120 * 1024 * 1024 }),
    413,
    /MB$|占满/,
  ],
  ['a lie about its size', 'a.zip', () => makeZip({ ...md, bytes: 'x'.repeat(9999), claims: 5 }), 400, /^压缩包打不开/],
];
test.each(refused)('%s is refused, and nothing is left behind', async (_name, name, bytes, status, text) => {
  const answer = await read(name, bytes());
  expect(answer.message).toMatch(text);
  expect(answer).toMatchObject({ status, data: null, extra: { field: 'file' } });
  expect(await site.keptFiles()).toBe(0);
  expect(await site.db.selectFrom('files').selectAll().execute()).toEqual([]);
});

test('a visitor’s file is not read', async () => {
  expect(await read('a.md', '文', null)).toMatchObject({ status: 401 });
});

test('a text that unpacks to more than 5 MB is refused by what the zip declares, before it is unpacked', async () => {
  // unpacked it would be found to be a lie, and the answer another
  const zip = makeZip({ name: 'a.md', bytes: randomBytes(50_000).toString('hex'), claims: 6 * 1024 * 1024 });
  expect(await read('a.zip', zip)).toMatchObject({ status: 415, message: '文件超过 5 MB' });
});

test('without writing permission no file is read', async () => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'writing', { members: false }));
  expect(await read('a.md', '文')).toMatchObject({ status: 403, message: '暂无发布权限' });
  expect(await read('a.md', '文', site.owner)).toMatchObject({ status: 200 });
});

const hostile: [string, string][] = [
  ['a heading of spaces', `# a${' '.repeat(200_000)}b`],
  ['a tag without an end', `<A${'a'.repeat(400_000)}`],
  ['tags without an end', '<A/'.repeat(100_000)],
  ['comments without an end', '{/*'.repeat(100_000)],
  ['headings with comments', `# ${'{/* '.repeat(50_000)}`],
  ['strings without an end', `<A/>{"${'\\a'.repeat(100_000)}`],
  ['fences', '```\n```\n'.repeat(50_000)],
  ['backticks', Array.from({ length: 700 }, (_, length) => '`'.repeat(length)).join(' ')],
  ['code spans on one line', '`a` '.repeat(50_000)],
  ['brackets in a title', `# ${'['.repeat(200_000)}`],
];
test.each(hostile)('%s are read in time', async (_name, text) => {
  const begun = process.cpuUsage();
  expect([200, 413]).toContain((await read('a.md', text)).status);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1000).toBeLessThan(1500);
});
