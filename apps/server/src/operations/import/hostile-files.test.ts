import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../../../packages/foreign-files/test/make-zip.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { importFile } from '../../../test/import-file.ts';

const site = freshSite();

const text = (words: string) => `${words}。`;
const note = (name: string) => ({ name, bytes: text('雨') });
const good = { name: 'good.md', bytes: text('好') };
const titles = async () => {
  const rows = await site.db.selectFrom('articles').select('title').where('removedAt', 'is', null).execute();
  return rows.map(({ title }) => title).sort();
};

/** Every file below the folder of the site's data, and beside it. */
async function filesAround() {
  const beside = await readdir(join(site.dataDir, '..'));
  const below = await readdir(site.dataDir, { recursive: true });
  return { evil: [...beside, ...below].filter((name) => /evil|passwd/.test(name)), imports: await uploads() };
}
const uploads = () => readdir(join(site.dataDir, 'imports'));

const zeros = Buffer.alloc(20 * 1024 * 1024);
const outside = ['../../evil.md', '/etc/evil.md', 'C:\\evil.md', '..\\evil.md', 'a\\..\\..\\evil.md'];

/** Writes another number at a place counted from the last central header. */
function patched(zip: Buffer, offset: number, value: number) {
  zip.writeUInt32LE(value, zip.lastIndexOf('PK\x01\x02') + offset);
  return zip;
}

/** A zip whose end tells another number of entries. */
function counted(zip: Buffer, count: number) {
  const end = zip.lastIndexOf('PK\x05\x06');
  zip.writeUInt16LE(count, end + 8);
  zip.writeUInt16LE(count, end + 10);
  return zip;
}

function packedOften(bytes: Buffer, times: number): Buffer {
  return times === 0 ? bytes : packedOften(gzipSync(bytes), times - 1);
}

/** Name, file, articles that come over, and words that the reasons hold. */
const archives: [string, string, Buffer, string[], string[]][] = [
  ['a bomb', 'a.zip', makeZip({ name: 'a.xml', bytes: zeros }), [], ['压缩率异常']],
  [
    'a bomb in a zip in a zip',
    'a.zip',
    makeZip(
      { name: 'a.zip', bytes: makeZip({ name: 'a.xml', bytes: zeros }) },
      { name: 'b.zip', bytes: makeZip(good) },
    ),
    [],
    ['压缩率异常'],
  ],
  ['a hundred layers of gzip', 'a.gz', packedOften(Buffer.from(text('雨')), 100), [], ['套得太多']],
  [
    'paths outside',
    'a.zip',
    makeZip(...outside.map(note), good),
    ['good'],
    [...outside.map((name) => name.replaceAll('\\', '/')), '指向外面的路径'],
  ],
  [
    'a link and a device',
    'a.zip',
    makeZip(
      { name: 'link.md', bytes: '/etc/passwd', mode: 0o120777 },
      { name: 'device.md', bytes: 'x', mode: 0o060666 },
      good,
    ),
    ['device', 'good'],
    ['符号链接'],
  ],
  [
    'names that come twice, are very long, or hold control characters',
    'a.zip',
    makeZip(note('twice.md'), note('twice.md'), note(`${'x'.repeat(60_000)}.md`), note('a\n\u0007b.md'), good),
    ['a b', 'good', 'twice', 'x'.repeat(100)],
    ['出现两次'],
  ],
  ['a size that is too small', 'a.zip', makeZip({ ...note('a.md'), claims: 3 }, good), ['good'], ['打不开']],
  ['a size that is too large', 'a.zip', makeZip(good, { ...note('a.md'), claims: 999_999 }), ['good'], ['打不开']],
  ['a size of 4 GB', 'a.zip', makeZip(good, { ...note('a.md'), claims: 4_000_000_000 }), [], ['压缩率异常']],
  ['a cut zip', 'a.zip', makeZip(note('a.md'), good).subarray(0, -30), [], ['压缩包打不开']],
  ['entries in one place', 'a.zip', patched(makeZip(good, note('a.md')), 42, 0), ['a', 'good'], ['日期']],
  ['an entry beyond the end', 'a.zip', patched(makeZip(good, note('a.md')), 42, 0x7fffffff), ['good'], ['打不开']],
  ['more entries than the end says', 'a.zip', counted(makeZip(good, note('a.md')), 1), ['good'], ['日期']],
  ['fewer entries than the end says', 'a.zip', counted(makeZip(good), 60_000), [], ['压缩包打不开']],
  ['a password', 'a.zip', makeZip(good, { ...note('a.md'), encrypted: true }), [], ['有密码']],
];

const isLong = process.env.TEST_LONG === '1';
const manyEntries = () => Array.from({ length: 65_536 }, (_, at) => ({ name: `a${at}.txt`, bytes: '' }));
const large: typeof archives = isLong
  ? [['more entries than a plain zip counts', 'a.zip', makeZip(good, ...manyEntries()), ['good'], ['日期']]]
  : [];

test.each([...archives, ...large])(
  'an archive with %s',
  { timeout: 120_000 },
  async (_, name, bytes, articles, reasons) => {
    const before = process.memoryUsage().arrayBuffers;
    const { work, preview, seen } = await importFile(site, name, bytes);
    expect({ articles: await titles(), failed: work.state === 'failed' }).toEqual({
      articles: [...articles].sort(),
      failed: articles.length === 0,
    });
    expect(preview.state).toBe(work.state);
    expect(seen.join('\n')).toMatch(new RegExp(reasons.join('[\\s\\S]*') || '^$'));
    expect(seen.join('\n')).not.toMatch(/Error|undefined|\[object/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    const { evil, imports } = await filesAround();
    expect(evil).toEqual([]);
    expect(imports.filter((file) => file.startsWith('mojian-source-'))).toEqual([]);
  },
);

/** A WXR file of posts; the second one is not what anybody wrote. */
const wxr = (inside: string) => `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>${inside}</channel></rss>`;
const post = (id: number, body: string, more = '') =>
  `<item><title>第${id}篇</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type>
  <wp:status>publish</wp:status><content:encoded><![CDATA[${body}]]></content:encoded>${more}</item>`;
const around = (body: string, more = '') => wxr(post(1, '一') + post(2, body, more) + post(3, '三'));
const meta = '<wp:postmeta><wp:meta_key>k</wp:meta_key><wp:meta_value>v</wp:meta_value></wp:postmeta>';
const odd = ['constructor', '__proto__', 'toString'];

/** A dump of Typecho's tables. */
const dump = (inside: string) => `CREATE TABLE \`typecho_contents\` (\`cid\` int, \`title\` text, \`slug\` text,
 \`created\` int, \`modified\` int, \`text\` longtext, \`order\` int, \`authorId\` int, \`template\` text, \`type\` text,
 \`status\` text, \`password\` text, \`allowComment\` text, \`parent\` int);
CREATE TABLE \`typecho_options\` (\`name\` text, \`user\` int, \`value\` text);
CREATE TABLE \`typecho_metas\` (\`mid\` int, \`name\` text, \`slug\` text, \`type\` text);
CREATE TABLE \`typecho_relationships\` (\`cid\` int, \`mid\` int);
${inside}`;
const row = (id: number, body: string) =>
  `INSERT INTO \`typecho_contents\` VALUES (${id},'第${id}篇','s${id}',1500000000,1500000000,'<!--markdown-->${body}',0,1,NULL,'post','publish',NULL,'1',0);\n`;
const option = (name: string, value: string) => `INSERT INTO \`typecho_options\` VALUES ('${name}',0,'${value}');\n`;
const serialized = [
  'a:99999999:{i:0;',
  'a:1:{i:0;'.repeat(20_000),
  's:99999999:"x";',
  'O:8:"stdClass":1:{s:1:"a";R:1;}',
  'a:2:{i:0;a:1:{i:0;R:1;}i:1;r:1;}',
  `i:${'9'.repeat(10_000)};`,
  'a:-1:{}',
  '[['.repeat(20_000),
];

/** Name, file, articles that come over, and a word of the reasons. */
const texts: [string, string, string | Buffer, number[], RegExp][] = [
  [
    'a post that breaks the process that reads it',
    'a.json',
    `{"db":[{"data":{"posts":[${[1, 2].map((id) => `{"id":"${id}","title":"第${id}篇","status":"published","html":"${id}"`).join('},')},"x":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}]}}]}`,
    [1],
    /「a.json」里「第1篇」后面的内容太大或太复杂，超过了读它能用的内存；前面的都收了/,
  ],
  ['a post of 60,000 fields', 'a.xml', around('二', meta.repeat(60_000)), [1, 3], /第2篇.*字段/],
  ['60,000 elements in a text', 'a.xml', around('<b>'.repeat(60_000)), [1, 2, 3], /^/],
  ['an endless attribute', 'a.xml', wxr(`${post(1, '一')}<item a="${'x'.repeat(5_000_000)}`), [1], /^/],
  ['2,000 elements that never end', 'a.xml', wxr(post(1, '一') + '<item>'.repeat(2000)), [1], /^/],
  [
    'states and kinds that every object has',
    'a.xml',
    wxr(
      post(1, '一') +
        odd
          .flatMap((name, at) => [
            post(10 + at, '好').replace('publish', name),
            post(20 + at, '好').replace('>post<', `>${name}<`),
          ])
          .join(''),
    ),
    [1, 10, 11, 12],
    /自定义类型 constructor/,
  ],
  [
    'a text without an end',
    'a.sql',
    dump(`${row(1, '一')}INSERT INTO \`typecho_contents\` VALUES (2,'${'x'.repeat(5_000_000)}`),
    [1],
    /./,
  ],
  [
    'a row of ten megabytes',
    'a.sql',
    dump(row(1, '一') + row(2, '雨\\n'.repeat(2_500_000)) + row(3, '三')),
    [1, 2, 3],
    /./,
  ],
  [
    '200,000 brackets',
    'a.sql',
    dump(`${row(1, '一')}INSERT INTO \`typecho_contents\` VALUES ${'('.repeat(200_000)};\n${row(3, '三')}`),
    [1],
    /./,
  ],
  [
    'a false character set',
    'a.sql',
    Buffer.concat([Buffer.from(`SET NAMES gbk;\n${dump(row(1, '一'))}`), Buffer.from([0xff, 0xfe, 0x80, 0x27])]),
    [1],
    /^/,
  ],
  [
    'serialized data of every evil kind',
    'a.sql',
    dump(
      row(1, '一') +
        serialized
          .flatMap((value) => ['routingTable', 'plugins', 'siteUrl', 'theme:x'].map((name) => option(name, value)))
          .join(''),
    ),
    [1],
    /^/,
  ],
];

/** Slow ones, on a machine that does other things. */
const long = /60,000 fields|ten megabytes|breaks the process/;
const isTried = ([name]: (typeof texts)[number]) => isLong || !long.test(name);

describe('a file with', () => {
  test.each(texts.filter(isTried))('%s', { timeout: 120_000 }, async (_, name, content, articles, reason) => {
    const { work, seen } = await importFile(site, name, Buffer.from(content));
    expect({ state: work.state, failure: work.failure }).toEqual({ state: 'done', failure: '' });
    expect(await titles()).toEqual(articles.map((id) => `第${id}篇`).sort());
    expect(seen.join('\n')).toMatch(reason);
    expect(seen.join('\n')).not.toMatch(/Error|undefined|\[object/);
  });
});
