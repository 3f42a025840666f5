import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyFile } from '../../test/import-sources.ts';
import { writeSource } from '../../test/write-source.ts';
import { type Item, type Reader, UnreadableSource } from '../form.ts';
import { artalk } from './artalk/artalk.ts';
import { github } from './github/github.ts';
import { shiyi } from './shiyi/shiyi.ts';
import { twikoo } from './twikoo/twikoo.ts';
import { typecho } from './typecho/typecho.ts';
import { valine } from './valine/valine.ts';
import { waline } from './waline/waline.ts';

const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>\u0000\ud800\\\'";--';
const value = (name: string) => `${name}${evil}`;
const row = {
  nick: value('n'),
  mail: value('m'),
  link: 'javascript:alert(1)',
  comment: value('c'),
  url: value('/u'),
  ua: value('u'),
};
const tables = (prefix: string) => `-- MySQL dump 10.13
CREATE TABLE \`${prefix}contents\` (\`cid\` int, \`title\` text, \`slug\` text, \`text\` text, \`type\` text, \`allowComment\` text);
INSERT INTO \`${prefix}contents\` VALUES (1,'t','s','x\\'y','post','1'),(2,'t','s',NULL,'page','0');
CREATE TABLE \`${prefix}comments\` (\`coid\` int, \`cid\` int, \`text\` text, \`type\` text, \`parent\` int);
INSERT INTO \`${prefix}comments\` VALUES (1,1,'a','comment',2),(2,1,'b','comment',1);
CREATE TABLE \`${prefix}metas\` (\`mid\` int, \`name\` text, \`slug\` text, \`type\` text, \`parent\` int);
INSERT INTO \`${prefix}metas\` VALUES (1,'a','a','category',1);
-- Dump completed\n`;
const shiyiTables = `-- MySQL dump 10.13
CREATE TABLE \`b_article\` (\`id\` int, \`title\` text, \`content\` text, \`content_md\` text, \`is_stick\` int, \`is_original\` int, \`quantity\` int);
INSERT INTO \`b_article\` VALUES (1,'t','<p>c</p>','',1,0,NULL);
CREATE TABLE \`b_article_tag\` (\`article_id\` int, \`tag_id\` int);
INSERT INTO \`b_article_tag\` VALUES (1,1);
-- Dump completed\n`;

const files: [string, Reader, string][] = [
  [
    'Valine',
    valine,
    JSON.stringify([
      { objectId: 'a', ...row, createdAt: 1 },
      { objectId: 'b', ...row, pid: 'b' },
    ]),
  ],
  ['Valine in lines', valine, [1, 2, 3].map((objectId) => JSON.stringify({ objectId, ...row })).join('\n')],
  ['Twikoo', twikoo, JSON.stringify([{ _id: { $oid: 'a' }, ...row, created: 1, like: {}, top: [] }])],
  [
    'Waline',
    waline,
    JSON.stringify({
      type: 'waline',
      tables: [],
      data: { Comment: [{ objectId: {}, ...row, like: [] }], Users: [{ objectId: 1 }], Counter: [null, 1, 'x'] },
    }),
  ],
  ['Artalk', artalk, JSON.stringify([{ id: '1', ...row, content: value('c'), page_key: null, rid: {} }])],
  [
    'GitHub',
    github,
    JSON.stringify([
      { number: 1, title: null, body: value('b'), comments_url: '', labels: [null, { name: 1 }] },
      { id: 1, issue_url: '/1', body: null, user: {} },
    ]),
  ],
  ['Typecho', typecho, tables('typecho_')],
  ['shiyi', shiyi, shiyiTables],
];

async function itemsOf(reader: Reader, bytes: Uint8Array, name: string) {
  const source = await writeSource(bytes, name);
  expect(await reader.recognizes(source)).toBeTypeOf('boolean');
  const items: Item[] = [];
  try {
    for await (const item of reader.read(source)) items.push(item);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    items.push({ kind: 'loss', thing: '', place: '', reason: error.message });
  }
  return items;
}

const cuts = fc.array(
  fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 0, max: 40 }),
    fc.uint8Array({ maxLength: 6 }),
  ),
  { maxLength: 4 },
);

function damage(bytes: Buffer, changes: [number, number, Uint8Array][]) {
  return changes.reduce((now, [place, removed, added]) => {
    const at = Math.floor(place * now.length);
    return Buffer.concat([now.subarray(0, at), added, now.subarray(at + removed)]);
  }, bytes);
}

test.each(files)(
  'a damaged file of %s is reported as losses, never as an exception',
  async (_name, reader, content) => {
    await fc.assert(
      fc.asyncProperty(cuts, async (changes) => {
        const items = await itemsOf(reader, damage(Buffer.from(content), changes), 'file');
        const losses = items.filter((item) => item.kind === 'loss');
        for (const { place, reason } of losses) expect([place, reason].join()).not.toMatch(/undefined|\n/);
        const comments = items.filter((item) => item.kind === 'comment');
        for (const { author, createdAt, key } of comments) {
          expect(author.website).toMatch(/^(?:https?:\/\/|$)/i);
          expect(`${author.name}${author.email}${key}`).not.toMatch(/[\0\n\ud800-\udfff]/);
          expect(createdAt === null || Number.isSafeInteger(createdAt)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  },
);

test('a damaged SQLite file is reported as losses, never as an exception', async () => {
  const path = await emptyFile('typecho.db');
  const db = new DatabaseSync(path);
  db.exec(
    tables('my_')
      .replace(/^--.*$/gm, '')
      .replaceAll("\\'", "''"),
  );
  for (let cid = 3; cid < 300; cid++)
    db.exec(`INSERT INTO my_contents VALUES (${cid}, 't', 's${cid}', '${'x'.repeat(500)}', 'post', '1')`);
  db.close();
  const whole = await readFile(path);
  expect((await itemsOf(typecho, whole, 'typecho.db')).filter(({ kind }) => kind === 'article')).toHaveLength(299);
  await fc.assert(
    fc.asyncProperty(cuts, async (changes) => {
      expect((await itemsOf(typecho, damage(whole, changes), 'typecho.db')).length).toBeGreaterThan(0);
    }),
    { numRuns: 40 },
  );
});
