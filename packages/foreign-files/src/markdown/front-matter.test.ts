import { expect, test } from 'vitest';
import { datedName, parseDate, readFields } from './fields.ts';
import { splitFrontMatter } from './front-matter.ts';

const fieldsOf = (text: string) => readFields(splitFrontMatter(text).fields ?? {});

test('dates in every notation are China time unless they name a zone', () => {
  const noon = Date.parse('2024-05-01T12:00:00+08:00');
  for (const written of [
    '2024-05-01 12:00:00',
    '2024-05-01T12:00',
    '2024/5/1 12:00',
    '2024.05.01 12:00:00',
    '2024年5月1日 12:00',
    '2024-05-01T04:00:00Z',
    '2024-05-01T04:00:00.000Z',
    '2024-05-01 12:00:00 +0800',
    '2024-05-01T00:00:00-04:00',
    'May 1, 2024 12:00:00',
    'Wed, 01 May 2024 04:00:00 GMT',
  ])
    expect(parseDate(written), written).toBe(noon);
  for (const day of ['2024-05-01', '20240501', 20240501, '2024-5-1'])
    expect(parseDate(day), String(day)).toBe(Date.parse('2024-05-01T00:00:00+08:00'));
});

test('an invalid date is ignored', () => {
  const wrong = ['', undefined, null, 'soon', '2024-02-30', '2024-13-01', '2024-05-01 25:00', '5/1/2024', {}, true];
  for (const written of wrong) expect(parseDate(written), String(written)).toBe(undefined);
});

test('a file name may carry the date', () => {
  expect(datedName('2024-05-01-rain')).toEqual({ date: parseDate('2024-05-01'), slug: 'rain' });
  expect(datedName('rain-2024-05-01')).toBe(undefined);
  expect(datedName('2024-02-30-rain')).toBe(undefined);
});

test('YAML and TOML are read alike', () => {
  const yaml = '---\ntitle: "雨 # 声"\ndate: 2024-05-01\ntags:\n  - 雨\n  - 夜\ndraft: true\nweight: 3\n---\n正文';
  const toml =
    '+++\ntitle = "雨 # 声" # 注\ndate = 2024-05-01\ntags = [\n  "雨", # 注\n  \'夜\',\n]\ndraft = true\nweight = 3\n+++\n正文';
  expect(splitFrontMatter(toml)).toEqual(splitFrontMatter(yaml));
  expect(fieldsOf(toml)).toMatchObject({ title: '雨 # 声', tags: ['雨', '夜'], draft: true });
});

test('TOML has tables, long strings and escapes', () => {
  const { fields } = splitFrontMatter(
    '+++\na = "\\u96e8\\n\\"\\\\"\nb = """\n一\n二"""\n[cover]\nimage = "a.png"\n+++\n',
  );
  expect(fields).toEqual({ a: '雨\n"\\', b: '一\n二', cover: { image: 'a.png' } });
});

test('Hexo lets the first line of dashes be left out', () => {
  expect(splitFrontMatter('title: 雨\ntags:\n- 夜\n---\n正文')).toEqual({
    fields: { title: '雨', tags: ['夜'] },
    body: '正文',
  });
});

test('two rules around a paragraph are no front matter, nor is a rule alone', () => {
  for (const text of ['---\n一段话\n---\n正文', '---\n\n正文', '正文\n\n---\n', ''])
    expect(splitFrontMatter(text)).toEqual({ fields: undefined, body: text });
});

test('unparsable front matter is refused with its line', () => {
  expect(() => splitFrontMatter('---\ntitle: a\ntags: [b\n---\n')).toThrow(/^文件开头的信息有误（第 \d 行）/);
  expect(() => splitFrontMatter('---\ntitle: 一: 二\n---\n')).toThrow('第 2 行');
  expect(() => splitFrontMatter('+++\ntitle = 雨\n+++\n')).toThrow('第 2 行');
});

test('a YAML alias bomb is refused', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`),
  ];
  expect(() => splitFrontMatter(`---\n${bomb.join('\n')}\n---\n`)).toThrow('文件开头的信息有误');
});

test('tags and categories are read as each tool writes them', () => {
  expect(fieldsOf('---\ntags: 雨, 夜，风\ncategories: 散文\n---')).toMatchObject({
    tags: ['雨', '夜', '风'],
    category: '散文',
  });
  expect(fieldsOf('---\ntags: 雨\ncategories: [[山, 水], [云]]\n---')).toMatchObject({ tags: ['雨'], category: '山' });
  expect(fieldsOf('---\ncategory: {name: 山}\ntags: []\n---')).toMatchObject({ tags: [], category: '山' });
});

test('drafts are recognised by several fields', () => {
  for (const line of ['draft: true', 'published: false', 'publish: "no"', 'draft: 1'])
    expect(fieldsOf(`---\n${line}\n---`).draft, line).toBe(true);
  for (const line of ['draft: false', 'published: true', 'title: a', 'draft: ""'])
    expect(fieldsOf(`---\n${line}\n---`).draft, line).toBe(false);
});

test('pictures, addresses and marks have many names', () => {
  expect(
    fieldsOf('---\ncover: {image: a.png}\nsticky: 100\naliases: [/old/, /older/]\nauthor: [{name: 小林}]\n---'),
  ).toMatchObject({
    cover: 'a.png',
    pinned: true,
    addresses: ['/old/', '/older/'],
    author: '小林',
  });
  expect(fieldsOf('---\nbanner: b.png\npermalink: /a/b.html\ntop: false\nreadType: 4\nsummary: 短\n---')).toMatchObject(
    {
      cover: 'b.png',
      addresses: ['/a/b.html'],
      pinned: false,
      readType: 4,
      summary: '短',
    },
  );
});
