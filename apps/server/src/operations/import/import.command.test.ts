import { spawn } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip } from '../../../../../packages/foreign-files/test/make-zip.ts';
import { newDatabase } from '../../../test/database.ts';
import { program } from '../../../test/program.ts';
import { wordpressFile } from '../../../test/wordpress-file.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { openDatabase } from '../../platform/db/open.ts';

const posts = resolve(import.meta.dirname, '../../../../../../shared/data/posts-zh');

let folder: string;
let base: Awaited<ReturnType<typeof newDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-cli-'));
  base = await newDatabase();
});
afterEach(async () => {
  await base.remove();
  await rm(folder, { recursive: true, force: true });
});

type Ending = {
  killAt?: RegExp;
  signal?: 'SIGKILL' | 'SIGINT';
  after?: () => Promise<void>;
  env?: Record<string, string>;
  uid?: number;
};

/** Runs the program as people do. With `killAt` it gets the signal once its output says so, and `after` is over. */
function run(args: string[], { killAt, signal = 'SIGKILL', after = async () => {}, env: more, uid }: Ending = {}) {
  const isServer = dialectOf(base.url) === 'postgres';
  const database = isServer ? { DATABASE_URL: base.url } : {};
  const env = { ...process.env, DATA_DIR: folder, ...database, ...more };
  const child = spawn(process.execPath, [program, 'import', ...args], {
    env,
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let output = '';
  child.stdout.on('data', (data) => {
    const isNew = !killAt?.test(output);
    output += data;
    if (isNew && killAt?.test(output)) void after().then(() => child.kill(signal));
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  return new Promise<{ code: number | null; output: string }>((done) => {
    child.on('close', (code) => done({ code, output }));
  });
}

async function read() {
  const url = dialectOf(base.url) === 'postgres' ? base.url : join(folder, 'mojian.db');
  const db = openDatabase(url);
  try {
    return {
      articles: await db.selectFrom('articles').selectAll().orderBy('id').execute(),
      moved: await db.selectFrom('movedPaths').selectAll().orderBy('path').execute(),
      users: await db.selectFrom('users').select(['nickname', 'role', 'isGuest']).execute(),
    };
  } finally {
    await db.destroy();
  }
}

test.runIf(existsSync(posts))(
  'twenty real posts go in, and a second run changes nothing',
  { timeout: 60_000 },
  async () => {
    const first = await run([posts]);
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringMatching(/文章\s+20\s+20\n/),
    });
    const before = await read();
    const members = before.users.filter(({ isGuest }) => isGuest === 0);
    expect(members).toEqual([{ nickname: '站长', role: 'owner', isGuest: 0 }]);
    for (const { title, html, markdown } of before.articles) {
      expect(html.length, title).toBeGreaterThan(500);
      const prose = markdown.replace(/^[> ]*(`{3,})[\s\S]*?\n[> ]*\1$/gm, '').replace(/`[^`\n]*`/g, '');
      expect(prose, title).not.toMatch(/<\/?[A-Z]|\{\/\*|\{'|className=/);
    }

    const second = await run([posts]);
    expect(second).toMatchObject({ code: 0, output: expect.stringMatching(/未变\n\s+文章\s+20\s+0\s+20\n/) });
    expect(await read()).toEqual(before);
  },
);

test.runIf(existsSync(posts))('killed in the middle, the next run finishes', { timeout: 60_000 }, async () => {
  const after = () =>
    expect.poll(async () => (await read()).articles.length, { interval: 20, timeout: 30_000 }).toBeGreaterThan(2);
  expect((await run([posts], { killAt: /第 1 次导入。/, after })).code).toBe(null);
  const broken = await read();
  expect(broken.articles.length).toBeGreaterThan(1);
  expect(broken.articles.length).toBeLessThan(20);

  expect((await run([posts])).code).toBe(0);
  const whole = await read();
  expect(whole.articles).toHaveLength(20);
  expect(whole.articles.slice(0, broken.articles.length)).toEqual(broken.articles);
  for (const { id } of whole.articles)
    expect(
      whole.moved.some(({ target }) => target === `/article/${id}`),
      String(id),
    ).toBe(true);
});

test.runIf(existsSync(posts))('a dry run makes no database', async () => {
  const { code, output } = await run(['--dry-run', posts]);
  expect(code).toBe(0);
  expect(output).toMatch(/文章\s+20\s+20\n/);
  expect(existsSync(join(folder, 'mojian.db'))).toBe(false);
});

test('wrong arguments print the usage', async () => {
  expect(await run([])).toMatchObject({ code: 2, output: expect.stringContaining('用法') });
  expect(await run(['--nonsense', folder])).toMatchObject({ code: 2, output: expect.stringContaining('用法') });
  expect(await run([join(folder, 'nowhere')])).toMatchObject({
    code: 1,
    output: expect.stringContaining('没有这个文件夹'),
  });
  const post = join(folder, 'rain.md');
  await writeFile(post, '下了三天。');
  expect(await run(['--author', '谁', post])).toMatchObject({
    code: 1,
    output: expect.stringContaining('站里没有叫「谁」的人'),
  });
});

test('a file that the user of the command may not read is not called missing', async () => {
  const [closed, open] = [join(folder, 'closed'), join(folder, 'open.json')];
  await mkdir(closed);
  await writeFile(join(closed, 'export.json'), '[]');
  await writeFile(open, '[]');
  await Promise.all([chmod(closed, 0), chmod(open, 0)]);
  const nobody = 65534;
  const isRoot = process.getuid?.() === 0; // may read everything
  if (isRoot) await chown(folder, nobody, nobody);
  for (const path of [join(closed, 'export.json'), open]) {
    const { code, output } = await run([path], isRoot ? { uid: nobody } : {});
    expect({ code, output }, path).toEqual({ code: 1, output: expect.stringMatching(/^没有权限读：.*\n.*\/tmp/) });
  }
  await chmod(closed, 0o700); // to be removed
});

/** Valine's export with this many comments under two addresses. */
async function writeComments(count: number) {
  const file = join(folder, 'Comment.json');
  const comments = Array.from({ length: count }, (_, at) => ({
    objectId: `c${at}`,
    nick: '过路人',
    mail: 'passer@example.com',
    comment: `第 ${at + 1} 条`,
    url: at % 2 ? '/rain/' : '/snow/',
    createdAt: '2020-05-01T00:00:00.000Z',
  }));
  await writeFile(file, JSON.stringify({ results: comments }));
  return file;
}

test("another system's file is previewed, imported once, listed and undone", { timeout: 120_000 }, async () => {
  const file = await writeComments(3);
  const look = await run([file, '--dry-run']);
  expect(look).toMatchObject({ code: 0, output: expect.stringMatching(/Valine.*只看不写/s) });
  expect(look.output).toMatch(/评论\s+3\s+0\s+3/);
  expect(existsSync(join(folder, 'mojian.db'))).toBe(false);

  const first = await run([file]);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('评论 3 条在等它们的文章') });
  const { code, output } = await run([file, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ id: 2, state: 'done', waiting: 3 });
  expect((await run(['--runs'])).output).toMatch(/^2　完成　Valine　Comment\.json　.*评论 3\n1　完成/);
  expect(await run(['--undo', '1'])).toMatchObject({ code: 0, output: expect.stringContaining('撤销了第 1 次导入') });
  expect(await run(['--undo', '1'])).toMatchObject({ code: 1, output: expect.stringContaining('已经撤销过') });
  expect(await run(['--undo', 'x'])).toMatchObject({ code: 2, output: expect.stringContaining('用法') });
});

test('a file whose content is of another system than its name says changes nothing', { timeout: 120_000 }, async () => {
  const [file, other] = ['旧站.xml', 'Comment.json'].map((name) => join(folder, name)) as [string, string];
  await pipeline(
    Readable.from(wordpressFile({ articles: 2, commentsEach: 2, paragraphs: 1 })),
    createWriteStream(file),
  );
  expect((await run([file])).output).toMatch(/文章\s+2\s+2\n\s+评论\s+4\s+4\n/);
  await rename(file, other);
  const { code, output } = await run([other]);
  expect(code).toBe(0);
  expect(output.match(/^ +\S+( +\d+){3}$/gm)?.map((line) => line.trim().split(/\s+/))).toEqual([
    ['文章', '2', '0', '2'],
    ['评论', '4', '0', '4'],
    ['用户', '1', '0', '1'],
    ['分类', '2', '0', '2'],
    ['标签', '2', '0', '2'],
  ]);
});

test('Ctrl-C pauses, and importing the same file resumes the run', { timeout: 120_000 }, async () => {
  const file = await writeComments(5_000);
  const stopped = await run([file], { killAt: /第 1 次导入。/, signal: 'SIGINT' });
  expect(stopped).toMatchObject({ code: 1, output: expect.stringContaining('再执行一次同样的命令，就接着做') });
  const second = await run([file]);
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('接着第 1 次导入做') });
  expect(second.output).toContain('评论 5000 条在等');
});

test('a repeated command changes the options of the run it resumes, and keeps those it leaves out', {
  timeout: 60_000,
}, async () => {
  const post = join(folder, 'rain.md');
  await writeFile(post, '下了三天。');
  expect((await run([post])).code).toBe(0);
  const db = openDatabase(dialectOf(base.url) === 'postgres' ? base.url : join(folder, 'mojian.db'));
  const pause = () => db.updateTable('importRuns').set({ state: 'paused' }).execute();
  const names = { nickname: '阿明', nicknameKey: '阿明' };
  const ming = await db
    .insertInto('users')
    .values({ ...names, role: 'member', email: null, passwordHash: null, createdAt: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('articles').set({ version: 9, markdown: '站里改的' }).execute();
  await writeFile(post, '下了四天。');
  await pause();
  const resumed = await run([post, '--author', '阿明', '--site', 'https://old.example.com', '--overwrite']);
  expect(resumed).toMatchObject({ code: 0, output: expect.stringContaining('接着第 1 次导入做') });
  expect((await read()).articles).toMatchObject([{ markdown: '下了四天。', authorId: ming.id }]);

  const findRun = () => db.selectFrom('importRuns').select(['id', 'userId', 'options']).executeTakeFirstOrThrow();
  const before = await findRun();
  expect(JSON.parse(before.options)).toMatchObject({ site: 'https://old.example.com', overwrite: true });
  await pause();
  expect((await run([post])).code).toBe(0);
  expect(await findRun()).toEqual(before);
  await db.destroy();
});

test('a compressed file is unpacked in the data folder, as the system may have little room for temporary files', {
  timeout: 60_000,
}, async () => {
  const file = await writeComments(3);
  await writeFile(`${file}.gz`, gzipSync(await readFile(file)));
  const { code, output } = await run([`${file}.gz`], { env: { TMPDIR: join(folder, 'nowhere') } });
  expect(output).toContain('评论 3 条在等');
  expect(code).toBe(0);
  expect(await readdir(join(folder, 'imports'))).toEqual([]);
});

test('an unknown file is described in the error, and a zip of Markdown is imported like its folder', {
  timeout: 60_000,
}, async () => {
  const unknown = join(folder, 'notes.txt');
  await writeFile(unknown, '随手记的');
  expect(await run([unknown])).toMatchObject({ code: 1, output: expect.stringContaining('认不出这是什么文件') });
  const zip = join(folder, 'blog.zip');
  await writeFile(zip, makeZip({ name: 'blog/rain.md', bytes: '---\ntitle: 雨\n---\n下了三天。' }));
  expect(await run([zip])).toMatchObject({ code: 0, output: expect.stringMatching(/文章\s+1\s+1\n/) });
  expect(await run([zip])).toMatchObject({ code: 0, output: expect.stringMatching(/文章\s+1\s+0\s+1\n/) });
  expect(await run(['--undo', '1'])).toMatchObject({ code: 0, output: expect.stringContaining('删除 1 样') });
});

const oddBodies = [
  '<p>平常的一篇。</p>',
  '<p>写信到 <zhang@example.com>，谢谢。</p>',
  '<p>Map<K,V> 与 if(a<b&&c>d) 与 <div;></p>',
  '<p>最后一篇。</p>',
];

function feedOf(bodies: string[]) {
  const items = bodies.map(
    (body, at) =>
      `<item><title>第 ${at + 1} 篇</title><link>https://old.example.com/${at + 1}</link><guid>${at + 1}</guid>
<pubDate>Tue, 18 Jan 2011 07:40:1${at} +0000</pubDate><description><![CDATA[${body}]]></description></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>旧站</title><link>https://old.example.com</link>${items.join('')}</channel></rss>`;
}

test('texts with odd tags come over with all their words, and none ends the import', { timeout: 120_000 }, async () => {
  const file = join(folder, 'feed.xml');
  await writeFile(file, feedOf(oddBodies));
  const look = await run([file, '--dry-run']);
  expect(look).toMatchObject({ code: 0, output: expect.stringMatching(/文章\s+4\s+4/) });
  expect((await run([file])).code).toBe(0);
  const { articles } = await read();
  expect(articles.map(({ html }) => html.replace(/\s+/g, ' ').trim())).toEqual([
    '<p>平常的一篇。</p>',
    '<p>写信到 &lt;<a href="mailto:zhang@example.com">zhang@example.com</a>&gt;，谢谢。</p>',
    '<p>Map&lt;K,V&gt; 与 if(a&lt;b&amp;&amp;c&gt;d) 与 &lt;div;&gt;</p>',
    '<p>最后一篇。</p>',
  ]);
});

test('a reader that closes the pipe early does not end the command', { timeout: 120_000 }, async () => {
  const file = await writeComments(3);
  const script = '"$0" "$1" import "$2"; echo "code $?" >&2';
  const child = spawn('sh', ['-c', `{ ${script}; } | true`, process.execPath, program, file], {
    env: { ...process.env, DATA_DIR: folder },
  });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  await new Promise((done) => child.on('close', done));
  expect(errors).toBe('code 0\n');
});

const twoAuthors = (file: string) =>
  file
    .replace(
      '<wp:author><wp:author_id>1',
      '<wp:author><wp:author_id>2</wp:author_id><wp:author_login><![CDATA[lin]]></wp:author_login>\n<wp:author_email><![CDATA[lin@old.example.com]]></wp:author_email><wp:author_display_name><![CDATA[小林]]></wp:author_display_name></wp:author>\n<wp:author><wp:author_id>1',
    )
    .replace('<dc:creator><![CDATA[me]]>', '<dc:creator><![CDATA[lin]]>');

test('with several authors the command asks who one is, and takes the answer for each', {
  timeout: 240_000,
}, async () => {
  const file = join(folder, 'two.xml');
  let written = '';
  for await (const piece of wordpressFile({ articles: 2, commentsEach: 0, paragraphs: 1 })) written += piece;
  await writeFile(file, twoAuthors(written));
  expect((await run([file, '--dry-run'])).output).toMatch(/文件里有几位作者：.*哪一位是你？加 --author/);
  expect(await run([file, '--author', '没有的人=站长'])).toMatchObject({ code: 1 });
  expect(await run([file, '--author', '小林=我', '--author', 'me@example.com=站长'])).toMatchObject({ code: 0 });
  expect((await read()).users).toEqual([{ nickname: '站长', role: 'owner', isGuest: 0 }]);
});
