import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyFile, ofKind, readSource, sourceOf } from '../../test/import-sources.ts';
import { writeSource } from '../../test/write-source.ts';
import type { SourceComment } from '../form.ts';
import { artalk } from './artalk/artalk.ts';
import { simpleMarkdown } from './comment-items.ts';
import { github } from './github/github.ts';
import { fromHtml } from './html.ts';
import { shiyi } from './shiyi/shiyi.ts';
import { twikoo } from './twikoo/twikoo.ts';
import { typecho } from './typecho/typecho.ts';
import { valine } from './valine/valine.ts';
import { waline } from './waline/waline.ts';

const all = [valine, twikoo, waline, artalk, github, typecho, shiyi];
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/93.0.4577.82 Safari/537.36';
const json = (value: unknown) => JSON.stringify(value);

/** Comment with nothing special. */
const plain = {
  kind: 'comment',
  parent: null,
  state: 'shown',
  likes: 0,
  pinned: false,
  device: '',
} satisfies Partial<SourceComment>;

describe('Valine', () => {
  const rows = [
    {
      objectId: 'a1',
      nick: '小林',
      mail: 'Lin@Example.com',
      link: 'www.lin.cn/blog',
      comment: '<p>写得<strong>好</strong>！</p>\n',
      url: '/2024/rain.html',
      ip: '1.2.3.4',
      ua: mac,
      insertedAt: { __type: 'Date', iso: '2021-10-26T13:00:38.196Z' },
      createdAt: '2023-01-01T00:00:00.000Z',
    },
    {
      objectId: 'a2',
      nick: '',
      comment: '<p><a class="at" href="#a1">@小林</a> , 同感</p>',
      url: '/2024/rain.html',
      pid: 'a1',
      rid: 'a1',
      isSpam: true,
      createdAt: '0000-00-00 00:00:00',
    },
  ];
  const wanted = [
    {
      ...plain,
      key: 'a1',
      on: { address: '/2024/rain.html', title: '' },
      author: { name: '小林', email: 'lin@example.com', website: 'http://www.lin.cn/blog' },
      markdown: '写得**好**！',
      createdAt: Date.parse('2021-10-26T13:00:38.196Z'),
      agent: mac,
    },
    {
      ...plain,
      key: 'a2',
      on: { address: '/2024/rain.html', title: '' },
      parent: 'a1',
      author: { name: '匿名', email: '', website: '' },
      markdown: '同感',
      createdAt: null,
      state: 'spam',
    },
  ];

  test.each([
    ['a list', json(rows)],
    ['an object with results', json({ results: rows })],
    [
      'an object a line behind a header',
      `#filetype:JSON-streaming {"type":"Class","class":"Comment"}\n${rows.map(json).join('\n')}\n`,
    ],
    ['an object a line', rows.map(json).join('\r\n')],
    ['a list with a mark of UTF-8', `\uFEFF${json(rows)}`],
  ])('%s is read', async (_form, content) => {
    const source = await writeSource(content);
    expect(valine.recognizes(source)).toBe(true);
    const { items, losses, error } = await readSource(valine, source);
    expect(items).toEqual(wanted);
    expect(losses).toEqual(['评论时间｜匿名：同感｜「0000-00-00 00:00:00」不是可能的时间，当作没有']);
    expect(error).toBeUndefined();
  });

  test('GBK and UTF-16 files keep their Chinese', async () => {
    const line = `{"objectId":"a1","nick":"`;
    const gbk = Buffer.concat([
      Buffer.from(`[${line}`),
      Buffer.from([0xd0, 0xa1, 0xc1, 0xd6]),
      Buffer.from('","comment":"ok","url":"/"}]'),
    ]);
    const [comment] = ofKind(await readSource(valine, await writeSource(gbk)), 'comment');
    expect(comment?.author.name).toBe('小林');
    const wide = await writeSource(Buffer.from(`\uFEFF[${line}小林","comment":"ok","url":"/"}]`, 'utf16le'));
    expect(valine.recognizes(wide)).toBe(true);
    expect(ofKind(await readSource(valine, wide), 'comment')[0]?.author.name).toBe('小林');
  });

  test('pictures become links, emoticons their names, and code stays', async () => {
    const texts = [
      '<p>看<img src="https://x.cn/a.png"> <img class="vemoji" src="e.png" alt="smile"></p>',
      '![图](https://x.cn/a.png) `![](a)`',
    ];
    const source = await writeSource(
      json(texts.map((comment, objectId) => ({ objectId, nick: 'n', comment, url: '/' }))),
    );
    expect(ofKind(await readSource(valine, source), 'comment').map(({ markdown }) => markdown)).toEqual([
      '看[图片](https://x.cn/a.png) [smile]',
      '[图](https://x.cn/a.png) `![](a)`',
    ]);
  });

  test('a broken line is skipped alone; a truncated list loses what follows', async () => {
    const lines = await readSource(
      valine,
      await writeSource(`${json(rows[0])}\n{"objectId":"x",\n${json(rows[1])}\n{"objectId":"y"}`),
    );
    expect(ofKind(lines, 'comment').map(({ key }) => key)).toEqual(['a1', 'a2']);
    expect(lines.losses).toContain('JSON 数据｜第 2 行｜不是完整的 JSON，没有读');
    expect(lines.losses).toContain('评论｜第 4 行｜里面没有评论的文字，没有读');
    const cut = await readSource(valine, await writeSource(json(rows).slice(0, -20)));
    expect(ofKind(cut, 'comment').map(({ key }) => key)).toEqual(['a1']);
    expect(cut.error).toMatch(/^文件在第 \d+ 个字节处断了/);
  });

  test('a NUL, a lone surrogate and a text of 5 MB are accepted', async () => {
    const source = await writeSource(
      `[{"objectId":"a","nick":"a\\u0000\\ud800b","comment":"${'长'.repeat(1_700_000)}","url":"/"}]`,
    );
    const [comment] = ofKind(await readSource(valine, source), 'comment');
    expect(comment?.author.name).toBe('a\uFFFDb');
    expect(comment?.markdown.length).toBe(1_700_000);
  });
});

test('simple HTML is converted alike with and without the text process', async () => {
  const piece = fc.constantFrom(
    '雨',
    'a b',
    '<p>',
    '</p>',
    '<br>',
    '<br />',
    '\n',
    ' ',
    '&lt;b&gt;',
    '&amp;',
    '*',
    '_',
    '# ',
    '1. ',
    '- ',
    '`',
    '[x](y)',
    '>',
    '~~',
    '$a$',
    '$',
    '\\(',
    '\\)',
    '&#36;',
    'https://x.cn',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const html = `<p>${pieces.join('')}</p>`;
      const { markdown } = await fromHtml(html);
      expect(simpleMarkdown(html) ?? markdown).toBe(markdown);
    }),
    { numRuns: 150, examples: [[['$a$', '$a$', '$a$']], [['$', '<br />', '$']], [['雨', '\n', '雨']]] },
  );
});

describe('Twikoo', () => {
  const row = {
    _id: { $oid: '60b8' },
    nick: '阿明',
    mail: 'ming@example.com',
    mailMd5: 'd41d',
    link: 'https://ming.dev',
    ua: mac,
    comment: '<p>你好</p>',
    pid: '60b7',
    rid: '60b0',
    isSpam: false,
    created: { $numberLong: '1622700000000' },
    updated: 1622700000000,
    like: ['x', 'y'],
    top: true,
    url: '/post/',
    href: 'https://site.cn/post/?utm=1',
  };
  const wanted = {
    ...plain,
    key: '60b8',
    on: { address: 'https://site.cn/post/?utm=1', title: '' },
    parent: '60b7',
    author: { name: '阿明', email: 'ming@example.com', website: 'https://ming.dev' },
    markdown: '你好',
    createdAt: 1622700000000,
    likes: 2,
    pinned: true,
    agent: mac,
  };
  const loki = {
    filename: 'db.json',
    collections: [
      { name: 'config', data: [{ KEY: 1 }] },
      { name: 'comment', data: [row, { url: '/', time: 3 }] },
    ],
  };

  test.each([
    ['a list', json([row])],
    ['mongoexport', `${json(row)}\n`],
    ['mongoexport without a last line end', json(row)],
    ['mongoexport with indents', JSON.stringify(row, null, 2)],
    ['results', json({ results: [row] })],
    ['the file of LokiJS', json(loki)],
  ])('%s is read', async (_form, content) => {
    const source = await writeSource(content);
    expect(twikoo.recognizes(source)).toBe(true);
    const { items, error } = await readSource(twikoo, source);
    expect([items, error]).toEqual([[wanted], undefined]);
  });

  test('view counters are reported as one loss', async () => {
    const { losses } = await readSource(twikoo, await writeSource(json(loki)));
    expect(losses).toEqual(['阅读数｜1 个页面｜按地址记的阅读数没有带过来']);
  });
});

describe('Waline', () => {
  const data = {
    Comment: [
      {
        objectId: 1,
        user_id: 7,
        nick: '旧名',
        mail: '',
        comment: '[@某人](#9): **好**',
        url: '/a',
        pid: null,
        rid: null,
        status: 'approved',
        like: 3,
        sticky: true,
        ua: mac,
        insertedAt: '2022-05-01T00:00:00.000Z',
      },
      {
        objectId: 2,
        nick: '客',
        mail: 'k@example.com',
        comment: '<p>等审</p>',
        url: '/a',
        pid: 1,
        rid: 1,
        status: 'waiting',
        insertedAt: '2022-05-02T00:00:00.000Z',
      },
      {
        objectId: 3,
        nick: '广告',
        comment: '买',
        url: '/a',
        pid: 2,
        rid: 1,
        status: 'spam',
        sticky: false,
        insertedAt: '2022-05-03T00:00:00.000Z',
      },
      { objectId: 3, nick: '重复', comment: '买', url: '/a', status: 'spam' },
    ],
    Counter: [{ objectId: 1, url: '/a', time: 12 }],
    Users: [
      {
        objectId: 7,
        display_name: '站长',
        email: 'Owner@Example.com',
        password: '$2a$',
        url: 'https://site.cn',
        createdAt: '2022-01-01T00:00:00.000Z',
      },
      { objectId: 8, display_name: '潜水', email: 'dive@example.com', password: '$2a$', url: '', label: '老读者' },
    ],
  };
  const content = json({ type: 'waline', version: 1, time: 1, tables: ['Comment', 'Counter', 'Users'], data });
  const wanted = [
    {
      ...plain,
      key: '1',
      on: { address: '/a', title: '' },
      author: { name: '站长', email: 'owner@example.com', website: 'https://site.cn' },
      markdown: '**好**',
      createdAt: Date.UTC(2022, 4, 1),
      likes: 3,
      pinned: true,
      agent: mac,
    },
    {
      ...plain,
      key: '2',
      on: { address: '/a', title: '' },
      parent: '1',
      author: { name: '客', email: 'k@example.com', website: '' },
      markdown: '等审',
      createdAt: Date.UTC(2022, 4, 2),
      state: 'held',
    },
    {
      ...plain,
      key: '3',
      on: { address: '/a', title: '' },
      parent: '2',
      author: { name: '广告', email: '', website: '' },
      markdown: '买',
      createdAt: Date.UTC(2022, 4, 3),
      state: 'spam',
    },
  ];
  const person = {
    kind: 'person',
    key: '8',
    name: '潜水',
    email: 'dive@example.com',
    website: '',
    intro: '老读者',
    createdAt: null,
  };

  test("an export is read with members' present names, without passwords", async () => {
    const source = await writeSource(content);
    expect(await waline.recognizes(source)).toBe(true);
    expect(valine.recognizes(source)).toBe(false);
    const { items, losses, error } = await readSource(waline, source);
    expect(items).toEqual([...wanted, person]);
    expect(losses).toEqual([
      '表 comment 的行｜第 4 条｜编号 3 出现第二次，只取第一次',
      '阅读数｜1 个页面｜按地址记的阅读数和表情没有带过来',
    ]);
    expect(error).toBeUndefined();
    expect(json(items)).not.toContain('$2a$');
  });

  test('the SQLite file and dumps give the same comments', async () => {
    const path = await emptyFile('waline.sqlite');
    const db = new DatabaseSync(path);
    db.exec(`CREATE TABLE "blog_Comment" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "user_id" INTEGER, "comment" TEXT, "insertedAt" DATETIME,
      "ip" TEXT, "link" TEXT, "mail" TEXT, "nick" TEXT, "rid" INTEGER, "pid" INTEGER, "sticky" NUMERIC, "status" TEXT NOT NULL, "like" INTEGER, "ua" TEXT, "url" TEXT);
      CREATE TABLE "blog_Counter" ("id" INTEGER, "time" INTEGER, "url" TEXT);
      CREATE TABLE "blog_Users" ("id" INTEGER, "display_name" TEXT, "email" TEXT, "password" TEXT, "label" TEXT, "url" TEXT);
      INSERT INTO "blog_Counter" VALUES (1, 12, '/a');
      INSERT INTO "blog_Users" VALUES (7, '站长', 'owner@example.com', 'x', NULL, 'https://site.cn'), (8, '潜水', 'dive@example.com', 'x', '老读者', '');`);
    const insert = db.prepare(
      'INSERT INTO "blog_Comment" (id,user_id,comment,insertedAt,mail,nick,rid,pid,sticky,status,"like",ua,url) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)',
    );
    for (const row of data.Comment.slice(0, 3))
      insert.run(
        row.objectId,
        row.user_id ?? null,
        row.comment,
        (row.insertedAt ?? '').replace('Z', '+00:00'),
        row.mail ?? null,
        row.nick,
        row.rid ?? null,
        row.pid ?? null,
        row.sticky ? 1 : 0,
        row.status,
        row.like ?? null,
        row.ua ?? null,
        row.url,
      );
    db.close();
    const source = await sourceOf(path);
    expect(await waline.recognizes(source)).toBe(true);
    const { items, error } = await readSource(waline, source);
    expect([items, error]).toEqual([[...wanted, person], undefined]);

    const dump = `-- PostgreSQL database dump
CREATE TABLE public.wl_comment (id integer NOT NULL, user_id integer, comment text, insertedat timestamp without time zone, nick text, pid integer, rid integer, sticky numeric, status text, "like" integer, ua text, url text);
COPY public.wl_comment (id, user_id, comment, insertedat, nick, pid, rid, sticky, status, "like", ua, url) FROM stdin;
1	\\N	行一\\n行二	2022-05-01 08:00:00.5	客	\\N	\\N	\\N	approved	\\N	\\N	/a
\\.
CREATE TABLE public.wl_users (id integer);
-- PostgreSQL database dump complete`;
    const read = await readSource(waline, await writeSource(dump, 'waline.sql'));
    expect(ofKind(read, 'comment')).toMatchObject([
      { markdown: '行一\n行二', createdAt: Date.UTC(2022, 4, 1, 0, 0, 0, 500) },
    ]);
    expect(read.error).toBeUndefined();
  });
});

test.each([
  ['mysqldump', "/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;\n/*!40103 SET TIME_ZONE='+00:00' */;", 'VALUES'],
  ['phpMyAdmin', 'SET time_zone = "+00:00";', '(id, comment, insertedAt, createdAt, nick, url) VALUES'],
])('times of the type TIMESTAMP in a dump of %s are read in the zone it sets', async (_program, zone, values) => {
  const dump = (zoneSet: string) => `-- MySQL dump
${zoneSet}
CREATE TABLE \`wl_Comment\` (\`id\` int, \`comment\` text, \`insertedAt\` timestamp NULL DEFAULT CURRENT_TIMESTAMP, \`createdAt\` datetime, \`nick\` text, \`url\` text, KEY \`ua\` (\`pid\`, \`rid\`));
INSERT INTO \`wl_Comment\` ${values} (1,'雨','2022-05-01 00:00:00','2022-05-01 08:00:00','客','/a'),(2,'晴',NULL,'2022-05-01 08:00:00','客','/a');
CREATE TABLE \`wl_Users\` (\`id\` int);
-- Dump completed`;
  const times = async (zoneSet: string) => {
    const read = await readSource(waline, await writeSource(dump(zoneSet), 'waline.sql'));
    expect(read.error).toBeUndefined();
    return ofKind(read, 'comment').map(({ createdAt }) => createdAt);
  };
  const midnight = Date.UTC(2022, 4, 1);
  expect(await times(zone)).toEqual([midnight, midnight]);
  const china = 8 * 3_600_000;
  expect(await times('')).toEqual([midnight - china, midnight]);
  expect(await times(zone.replace('+00', '+08'))).toEqual([midnight - china, midnight]);
});

describe('Artalk', () => {
  test('Artrans files are read although all values are strings', async () => {
    const source = await writeSource(
      json([
        {
          id: '5',
          rid: '0',
          content: '你好 **Artalk**',
          ua: mac,
          ip: '1.1.1.1',
          created_at: '2022-04-29 14:44:04 +0800',
          is_pending: 'true',
          is_pinned: 'true',
          vote_up: '4',
          nick: '客',
          email: 'A@b.cn',
          link: '',
          page_key: 'https://site.cn/a.html',
          page_title: '文',
        },
        {
          id: '6',
          rid: '5',
          content: '<p>答</p>',
          created_at: '2022-04-29T14:44:04Z',
          nick: '主',
          page_key: '/a.html',
          is_pending: 'false',
        },
      ]),
      'comments.artrans',
    );
    expect(await artalk.recognizes(source)).toBe(true);
    const { items, losses } = await readSource(artalk, source);
    expect(items).toEqual([
      {
        ...plain,
        key: '5',
        on: { address: 'https://site.cn/a.html', title: '文' },
        author: { name: '客', email: 'a@b.cn', website: '' },
        markdown: '你好 **Artalk**',
        createdAt: Date.UTC(2022, 3, 29, 6, 44, 4),
        likes: 4,
        pinned: true,
        state: 'held',
        agent: mac,
      },
      {
        ...plain,
        key: '6',
        parent: '5',
        on: { address: '/a.html', title: '' },
        author: { name: '主', email: '', website: '' },
        markdown: '答',
        createdAt: Date.UTC(2022, 3, 29, 14, 44, 4),
      },
    ]);
    expect(losses).toEqual([]);
  });

  test('a YAML file with exponentially growing aliases is refused', async () => {
    const bomb = `- id: &a 1\n  page_key: /x\n${Array.from({ length: 9 }, (_, i) => `- &b${i} [${`*${i ? `b${i - 1}` : 'a'},`.repeat(9)}]`).join('\n')}\n`;
    const source = await writeSource(bomb, 'comments.yml');
    expect(await artalk.recognizes(source)).toBe(true);
    const { items, losses } = await readSource(artalk, source);
    expect(items).toEqual([]);
    expect(losses).toHaveLength(1);
  });
});

describe('GitHub', () => {
  const issues = [
    {
      url: 'https://api.github.com/repos/o/r/issues/4',
      number: 4,
      title: 'posts/hello/',
      body: '# posts/hello/\n\n简介\n\n[link](https://site.cn/posts/hello/)',
      labels: [{ name: 'utterances' }],
      comments_url: '',
    },
  ];
  const comments = [
    {
      id: 11,
      issue_url: 'https://api.github.com/repos/o/r/issues/4',
      user: { login: 'lin' },
      body: '好\n\n```js\n1\n```',
      created_at: '2023-02-03T04:05:06Z',
      reactions: { '+1': 2, heart: 1 },
    },
    {
      id: 12,
      issue_url: 'https://api.github.com/repos/o/r/issues/9',
      user: null,
      body: '孤儿',
      created_at: '2023-02-03T04:05:06Z',
    },
  ];

  test('comments listed before their issue are assigned to it', async () => {
    const source = await writeSource(`${json(comments)}\n${json(issues)}`);
    expect(github.recognizes(source)).toBe(true);
    const { items, error } = await readSource(github, source);
    expect(items).toEqual([
      {
        ...plain,
        key: '11',
        on: { address: 'https://site.cn/posts/hello/', title: '' },
        author: { name: 'lin', email: '', website: 'https://github.com/lin' },
        markdown: '好\n\n```js\n1\n```',
        createdAt: Date.UTC(2023, 1, 3, 4, 5, 6),
        likes: 3,
      },
      {
        ...plain,
        key: '12',
        on: { address: '', title: '' },
        author: { name: 'ghost', email: '', website: '' },
        markdown: '孤儿',
        createdAt: Date.UTC(2023, 1, 3, 4, 5, 6),
      },
    ]);
    expect(error).toBeUndefined();
  });

  test('comments of pull requests are not imported', async () => {
    const pull = { ...issues[0], pull_request: { url: '' } };
    const result = await readSource(github, await writeSource(json([...comments, pull])));
    expect(ofKind(result, 'comment').map(({ key }) => key)).toEqual(['12']);
    expect(result.losses).toEqual(['评论｜1 条｜写在代码的合并请求下，不是页面的评论']);
  });

  test('discussions keep their replies, and missing ones are counted', async () => {
    const reply = {
      id: 'D2',
      body: '答',
      createdAt: '2023-02-04T00:00:00Z',
      isMinimized: true,
      author: { login: 'owner' },
    };
    const first = {
      id: 'D1',
      body: '问',
      createdAt: '2023-02-03T00:00:00Z',
      upvoteCount: 5,
      author: { login: 'lin' },
      replies: { totalCount: 1, nodes: [reply] },
    };
    const node = { number: 1, title: '标题 一', url: '', body: '', comments: { totalCount: 3, nodes: [first] } };
    const page = { data: { repository: { discussions: { pageInfo: {}, nodes: [node] } } } };
    const source = await writeSource(`${json(page)}${json(page)}`);
    expect(github.recognizes(source)).toBe(true);
    const result = await readSource(github, source);
    expect(ofKind(result, 'comment')).toMatchObject([
      { key: 'D1', parent: null, likes: 5, on: { address: '', title: '标题 一' }, state: 'shown' },
      { key: 'D2', parent: 'D1', state: 'held' },
    ]);
    expect(result.losses.filter((loss) => loss.includes('少 2 条'))).toHaveLength(2);
    expect(result.losses.filter((loss) => loss.includes('第二次'))).toHaveLength(3);
  });
});

test.each([
  ['Ghost', '{"db":[{"meta":{"version":"5"},"data":{"posts":[{"id":"1","title":"x","comment_id":"1"}]}}]}'],
  ['Markdown', '---\ntitle: x\n---\n# CREATE TABLE `typecho_contents` (cid, slug, allowComment)\n'],
  ['another database', '-- MySQL dump 10.13\nCREATE TABLE `wp_posts` (\n  `ID` bigint\n);\n'],
  [
    'an article about it',
    "-- MySQL dump 10.13\nCREATE TABLE `wp_posts` (`ID` int);\nINSERT INTO `wp_posts` VALUES ('CREATE TABLE `typecho_contents` (`cid`, `slug`, `allowComment`); CREATE TABLE `typecho_metas` (`mid`)');\n",
  ],
  ['WordPress', '<?xml version="1.0"?><rss xmlns:wp="x"></rss>'],
  ['a list of other things', '[{"id":1,"content":"x","page":2}]'],
  ['nothing', ''],
])('%s is recognised by no reader', async (_what, content) => {
  const source = await writeSource(content);
  for (const reader of all) expect([reader.id, await reader.recognizes(source)]).toEqual([reader.id, false]);
  const inZip = { ...source, path: '' };
  for (const reader of all) expect([reader.id, await reader.recognizes(inZip)]).toEqual([reader.id, false]);
});

test('in Twikoo the same id as a text and as an object names two comments, and emotions keep their names', async () => {
  const row = { nick: '客', mail: '', url: '/a', created: 1700000000000 };
  const rows = [
    { ...row, _id: 'a1', comment: '<p>一<img class="tk-owo-emotion" src="https://x.cn/a.png" alt=":doge:"></p>' },
    {
      ...row,
      _id: { $oid: 'a1' },
      comment: '![呲牙](https://unpkg.com/@waline/emojis@1.1.0/bilibili/bb.png)',
      master: true,
    },
    { ...row, _id: 'a1', comment: '三' },
  ];
  const comments = ofKind(await readSource(twikoo, await writeSource(json(rows))), 'comment');
  expect(comments.map(({ key, markdown, byOwner }) => [key, markdown, byOwner])).toEqual([
    ['a1', '一[doge]', undefined],
    ['oid a1', '[呲牙]', true],
    ['a1', '三', undefined],
  ]);
});

test('services say which comments are their owner’s', async () => {
  const artrans = [
    { id: 1, content: '一', page_key: '/a', nick: '甲', badge_name: '管理员' },
    { id: 2, content: '二', page_key: '/a', nick: '乙', badge_name: '朋友' },
  ];
  const issue = (association: string, id: number) => ({
    id,
    issue_url: 'https://api.github.com/repos/a/b/issues/1',
    body: '好',
    user: { login: 'lin' },
    created_at: '2024-01-01T00:00:00Z',
    author_association: association,
  });
  const marks = async (reader: typeof artalk, rows: unknown) =>
    ofKind(await readSource(reader, await writeSource(json(rows))), 'comment').map(({ byOwner }) => byOwner === true);
  expect(await marks(artalk, artrans)).toEqual([true, false]);
  expect(await marks(github, [issue('OWNER', 1), issue('NONE', 2)])).toEqual([true, false]);
  const Users = [{ objectId: 9, display_name: '站长', email: 'a@b.example', type: 'administrator' }];
  const Comment = [
    { objectId: 1, nick: '站长', comment: '一', url: '/a', user_id: 9, insertedAt: '2024-01-01T00:00:00Z' },
    { objectId: 2, nick: '站长', comment: '二', url: '/a', insertedAt: '2024-01-01T00:00:00Z' },
  ];
  const file = { type: 'waline', version: 1, tables: [], data: { Comment, Users, Counter: [] } };
  expect(await marks(waline, file)).toEqual([true, false]);
});
