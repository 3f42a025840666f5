import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isShort, sampleOf } from '../../../e2e/long.ts';
import { atRest, peakOf, serve } from './served.ts';

/** Documents of megabytes, and their cost to the running program when many fetch them, or fetch them and read nothing. */

const megabyte = 1024 * 1024;
/** Memory above what the program held before: answers that wait, and memory that the allocator has not given back yet. */
const most = 150 * megabyte;
const timeout = 180_000;

let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  site = await serve({ TRUST_PROXY: '1' });
  const { id: authorId } = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  for (let n = 0; n < 20; n++) await article(authorId, `雨水第${n}夜`, `<p>墨</p>${`<p>n${n} </p>`.repeat(14_000)}`);
  await article(authorId, '长卷', `<p>墨</p>${'<p>长卷</p>'.repeat(200_000)}`);
  for (const path of ['/rss.xml', '/atom.xml', '/feed.json', '/article/21', '/v1/article/info?id=21'])
    await ask(path, 0, { 'accept-encoding': 'gzip' });
}, timeout);
afterAll(() => site?.end());

async function article(authorId: number, title: string, html: string) {
  const now = Date.now();
  const text = { markdown: '雨', summary: '雨', headings: '[]', openingHeadings: '[]', words: 1 };
  await site.db
    .insertInto('articles')
    .values({
      ...text,
      authorId,
      title,
      html,
      openingHtml: '',
      state: 'published',
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
    })
    .execute();
}

/** Status, encoding and bytes of an answer; each `n` comes from an address of its own. */
function ask(path: string, n: number, headers = {}, method = 'GET') {
  const from = { 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}` };
  return new Promise<{ status: number | undefined; bytes: Buffer; headers: Record<string, unknown> }>((resolve) => {
    const sent = request(
      new URL(path, site.url),
      { method, headers: { ...from, ...headers }, agent: false },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('close', () =>
          resolve({ status: answer.statusCode, bytes: Buffer.concat(pieces), headers: answer.headers }),
        );
      },
    );
    sent.on('error', () => resolve({ status: 0, bytes: Buffer.alloc(0), headers: {} })).end();
  });
}

/** The most memory that the program has while the work goes on, above what it had before. */
async function cost(work: () => Promise<unknown>) {
  const { resident } = await site.usage();
  const peak = peakOf(site.pid);
  await work();
  expect((await ask('/robots.txt', 9000)).status).toBe(200);
  return peak() - resident;
}

const documents = sampleOf(
  [
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
    '/openapi.json',
    '/article/21',
    '/docs/static/swagger-ui-bundle.js',
  ],
  3,
);

test.each(documents)(
  'two hundred who take no compression and read nothing of %s hold no copy of it each',
  { timeout },
  async (path) => {
    const sockets = Array.from({ length: 200 }, () => site.dial());
    const spent = await cost(async () => {
      for (const [n, socket] of sockets.entries())
        socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: mojian\r\nx-forwarded-for: 203.1.0.${n}\r\n\r\n`);
      await sleep(500); // all are asked
      await atRest(site.pid);
    });
    for (const socket of sockets) socket.destroy();
    expect(spent).toBeLessThan(most);
  },
);

test.each(sampleOf(['/rss.xml', '/feed.json', '/article/21'], 2))(
  'those who read all of %s at once get it whole, whatever they take',
  { timeout },
  async (path) => {
    const whole = gunzipSync((await ask(path, 0, { 'accept-encoding': 'gzip' })).bytes);
    const spent = await cost(async () => {
      const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(path, n)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      for (const { bytes } of answers) expect(bytes.equals(whole)).toBe(true);
    });
    expect(spent).toBeLessThan(most);
  },
);

test.each(documents)('a HEAD for %s has no body, and two hundred cost no memory', { timeout }, async (path) => {
  const spent = await cost(async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(path, n, {}, 'HEAD')));
    expect(answers.filter(({ status, bytes }) => status !== 200 || bytes.length > 0)).toEqual([]);
  });
  expect(spent).toBeLessThan(most / 2);
});

test('one address fetches a feed sixty times a minute, and is told when to come back', { timeout }, async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => ask('/atom.xml', 500)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
});

test.skipIf(isShort)(
  'two hundred who read nothing of a long article’s call are disconnected before they cost memory',
  {
    timeout,
  },
  async () => {
    const sockets = Array.from({ length: 200 }, () => site.dial());
    const spent = await cost(async () => {
      for (const socket of sockets) socket.pause().write('GET /v1/article/info?id=21 HTTP/1.1\r\nhost: mojian\r\n\r\n');
      await sleep(500);
      await atRest(site.pid);
    });
    expect(spent).toBeLessThan(most);
    const { status, bytes } = await ask('/v1/article/info?id=21', 700);
    expect([status, JSON.parse(bytes.toString()).data.title]).toEqual([200, '长卷']);
    for (const socket of sockets) socket.destroy();
  },
);
