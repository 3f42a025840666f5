import { expect, test } from 'vitest';
import { makeZip } from '../../../../foreign-files/test/make-zip.ts';
import { readSource } from '../../../test/read-source.ts';

const id = (sign: string) => sign.repeat(32);
const root = `我的博客 ${id('a')}`;
const table = `${root}/文章 ${id('b')}`;

const pages: Record<string, string> = {
  [`${root}.md`]: `# 我的博客\n\n[文章](${encodeURI(table)}.csv)\n\n[关于](${encodeURI(`${root}/关于 ${id('c')}.md`)})\n`,
  [`${table}.csv`]: 'Name,Tags\n雨,夜\n',
  [`${table}_all.csv`]: 'Name,Tags\n雨,夜\n',
  [`${table}/雨 ${id('d')}.md`]: `# 雨\n\nCreated: May 1, 2024 10:00 AM\nTags: 夜, 窗\n分类: 散文\n发布日期: 2024年5月2日\nStatus: Done\nslug: rain\n作者: 林\n心情: 好\n\n<aside>\n💡 留意\n\n</aside>\n\n![Untitled](${encodeURI(`雨 ${id('d')}/Untitled.png`)})\n\n见[关于](${encodeURI(`../关于 ${id('c')}.md`)})。\n\n\`\`\`js\n<aside>\n\`\`\`\n`,
  [`${table}/雨 ${id('d')}/Untitled.png`]: 'png',
  [`${table}/草 ${id('e')}.md`]: '# 草\n\nStatus: 草稿\n\n写到: 一半\n',
  [`${root}/关于 ${id('c')}.md`]: '# 关于\n\n地址: 山里\n电话: 没有\n',
};

const zip = (files: Record<string, string | Uint8Array>) =>
  makeZip(...Object.entries(files).map(([name, bytes]) => ({ name, bytes })));

test('pages are read with properties, callouts, pictures and links between them', async () => {
  const read = await readSource('Export.zip', zip(pages));
  expect([read.reader, read.fault]).toEqual(['notion', undefined]);
  const articles = new Map(read.of('article').map((one) => [one.key, one]));
  const rain = articles.get(id('d'));
  expect(rain).toMatchObject({
    title: '雨',
    state: 'published',
    tags: ['夜', '窗'],
    categories: ['散文', '文章'],
    publishedAt: Date.parse('2024-05-02T00:00:00+08:00'),
    slug: 'rain',
    author: { name: '林' },
    warnings: ['没有采用的属性：心情'],
  });
  expect(rain?.markdown).toContain('> [!NOTE]\n> 💡 留意');
  expect(rain?.markdown).toContain('```js\n<aside>\n```');
  expect(rain?.markdown).not.toContain('Created:');
  const about = articles.get(id('c'));
  const [, address = ''] = /\[关于\]\(([^()]+)\)/.exec(rain?.markdown ?? '') ?? [];
  expect(about?.addresses).toContain(decodeURI(address));
  expect(about?.addresses).toContain(`/${id('c')}`);
  const [, picture = ''] = /!\[Untitled\]\(([^()]+)\)/.exec(rain?.markdown ?? '') ?? [];
  expect(read.findPicture(picture, rain?.base)).toMatch(/Untitled\.png$/);
});

test('drafts, undated pages and tables are reported, and lines that are no properties stay', async () => {
  const read = await readSource('Export.zip', zip(pages));
  const articles = new Map(read.of('article').map((one) => [one.key, one]));
  expect(articles.get(id('e'))).toMatchObject({ state: 'draft', publishedAt: null, markdown: '写到: 一半' });
  expect(articles.get(id('c'))).toMatchObject({ isDateGuessed: true, markdown: '地址: 山里\n电话: 没有' });
  expect(articles.get(id('a'))?.markdown).toMatch(/^文章\n\n\[关于\]/);
  expect(read.of('loss')).toMatchObject([{ thing: '表格' }]);
  expect(read.of('category').map(({ name, parent }) => [name, parent === null])).toContainEqual(['文章', false]);
});

test('an export in several zips is read as one, and a repeated page once', async () => {
  const [first = '', ...rest] = Object.keys(pages);
  const part = (names: string[]) => zip(Object.fromEntries(names.map((name) => [name, pages[name] ?? ''])));
  const whole = zip({ 'Export-Part-1.zip': part([first]), 'Export-Part-2.zip': part([first, ...rest]) });
  const read = await readSource('Export.zip', whole);
  expect(read.reader).toBe('notion');
  expect(read.of('article')).toHaveLength(4);
  const copy = { ...pages, [`又一处/雨 ${id('d')}.md`]: '# 雨\n' };
  expect((await readSource('Export.zip', zip(copy))).of('loss').map(({ reason }) => reason)).toContain(
    '同一个页面出现了两次，用了前一个',
  );
});
