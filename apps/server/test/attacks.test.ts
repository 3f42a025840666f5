import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter, serve } from './served.ts';

/** Attacks that anybody can send to the running program, and the most they may cost. */

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const memoryAfter = 30 * megabyte;
const residentAfter = 100 * megabyte; // the allocator gives freed memory back when it likes

let site: Awaited<ReturnType<typeof serve>>;
/** Milliseconds of CPU that an attack's request may cost: half of making the objects that eight megabytes hold. */
let cpuEach: number;

beforeAll(async () => {
  cpuEach = costOfObjects() / 2;
  site = await serve();
  // loads what every process loads once, which is no cost of an attack
  for (let round = 0; round < 3; round++)
    for (const path of ['/', '/v1/webSiteInfo', '/nowhere', '/say']) await site.ask(path);
  await site.ask('/oauth/emailLogin', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'nobody@example.com', password: 'Plum-rain-ink-77!' }),
  });
  await Promise.all(Array.from({ length: 10 }, () => postObjects(8 * megabyte - 100)));
  await untilAtRest();
});
afterAll(() => site?.end());

/** Waits until what the start leaves to be done behind, such as indexing, is done. */
async function untilAtRest() {
  for (let halves = 0; halves < 60; halves++) {
    const before = await site.usage();
    await sleep(500);
    if ((await site.usage()).cpu - before.tidied < 40) return;
  }
}

/** Measured here and now, as a busy or slow machine needs more for an attack too. */
function costOfObjects() {
  const text = objects(megabyte);
  const costs = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage();
    JSON.parse(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...costs) * 8;
}

/** So many requests at once; each costs little, and afterwards the memory is as it was. `most`: milliseconds of CPU. */
async function attack<Answer>(times: number, send: (n: number) => Promise<Answer>, most = cpuEach) {
  const before = await site.usage();
  const answers = await Promise.all(Array.from({ length: times }, (_, n) => send(n)));
  const after = await site.usage();
  expect((after.cpu - before.tidied) / times, 'CPU of each, in milliseconds').toBeLessThan(most);
  expect(after.memory - before.memory, 'memory afterwards').toBeLessThan(memoryAfter);
  expect(after.resident - before.resident, 'resident memory afterwards').toBeLessThan(residentAfter);
  expect((await site.ask('/robots.txt')).status).toBe(200);
  return answers;
}

/** `{"a":[{},{},…]}`, of so many bytes: each three of them are an object. */
const objects = (bytes: number, more = '') => `{${more}"a":[${'{},'.repeat(bytes / 3)}{}]}`;
const postObjects = (bytes: number) =>
  site.ask('/v1/article/', { method: 'POST', headers: json, body: objects(bytes) });
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

test('an address below the documentation that is none is refused in Chinese', async () => {
  const { status, text } = await site.ask('/docs/nowhere');
  expect([status, JSON.parse(text)]).toMatchObject([404, { message: '没有这一页' }]);
});

test('a visitor’s body is not read for a call that is a member’s', async () => {
  const answers = await attack(10, () => postObjects(8 * megabyte - 100));
  expect(statuses(answers)).toEqual([401]);
});

test('a million objects from a member are refused before they are made', async () => {
  const headers = { ...json, authorization: site.memberToken };
  const body = objects(8 * megabyte - 100);
  const answers = await attack(5, () => site.ask('/v1/article/', { method: 'POST', headers, body }));
  // on a busy machine some are cut off before they have read the refusal
  expect(statuses(answers).filter((status) => status !== 0)).toEqual([413]);
});

test('twenty large bodies for a password link are refused, and wait in no queue', async () => {
  const known = '"ticket":"x","password":"Plum-rain-ink-77!",';
  const body = objects(megabyte - 1000, known);
  const put = (sent: string) => site.ask('/oauth/resetPassword', { method: 'PUT', headers: json, body: sent });
  const small = objects(60_000, known);
  expect(statuses(await attack(20, (n) => put(n % 2 ? body : small)))).toEqual([413]);
  expect((await put(small)).status).toBe(429);
});

test('a body that nests deeper than any form is refused', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const post = () => site.ask('/oauth/codeLogin', { method: 'POST', headers: json, body: deep });
  expect(statuses(await attack(5, post))).toEqual([413]);
});

test('a forged token buys no fresh limit, and a second login none either', async () => {
  const forged = await attack(80, (n) =>
    site.ask('/v1/feedback/', { method: 'POST', headers: { ...json, authorization: `forged-${n}` }, body: '{}' }),
  );
  expect(forged.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(forged.filter(({ status }) => status === 429)).toHaveLength(70);

  const id = await enter(site.db, 'first-login');
  const now = Date.now();
  const { secretHash } = await import('../src/platform/tickets/tickets.ts');
  await site.db
    .insertInto('sessions')
    .values({
      userId: id,
      tokenHash: secretHash('second-login'),
      way: 'password',
      device: '',
      place: '',
      createdAt: now,
      usedAt: now,
      expiresAt: now + 3_600_000,
    })
    .execute();
  const send = (authorization: string) =>
    site.ask('/v1/feedback/', { method: 'POST', headers: { ...json, authorization }, body: '{}' });
  for (let n = 0; n < 5; n++) for (const token of ['first-login', 'second-login']) await send(token);
  expect((await send('first-login')).status).toBe(429);
  expect((await send('second-login')).status).toBe(429);
  expect((await send(site.memberToken)).status).toBe(400);
});

test('sixty readers who take nothing of a large picture hold no copy of it each', async () => {
  const folder = join(site.dataDir, 'files/ab');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${'ab'.repeat(16)}.webp`), Buffer.alloc(6 * megabyte, 1));
  const path = `/files/ab/${'ab'.repeat(16)}.webp`;
  await site.db.updateTable('users').set({ avatar: path }).execute(); // a public picture
  expect((await site.ask(path)).status).toBe(200);
  const sockets: ReturnType<typeof site.dial>[] = [];
  await attack(60, async () => {
    const socket = site.dial();
    sockets.push(socket);
    socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: mojian\r\n\r\n`);
    await sleep(500);
  });
  for (const socket of sockets) socket.destroy();
});

test('one address reads a hundred pictures at once, and the next one has to wait', async () => {
  const path = `/files/ab/${'ab'.repeat(16)}.webp`;
  const sockets = Array.from({ length: 100 }, () => site.dial());
  for (const socket of sockets) socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: mojian\r\n\r\n`);
  await expect.poll(async () => (await site.ask(path, { method: 'HEAD' })).status).toBe(429);
  expect((await site.ask(path)).headers['retry-after']).toBe('5');
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await site.ask(path)).status).toBe(200);
});

test.each(['/openapi.json', '/docs/json', '/v1/webSiteInfo', '/'])(
  'requests for %s sent on top of each other by who reads nothing hold no memory',
  async (path) => {
    const sockets: ReturnType<typeof site.dial>[] = [];
    await attack(60, async () => {
      const socket = site.dial();
      sockets.push(socket);
      socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: mojian\r\n\r\n`.repeat(20));
      await sleep(500);
    });
    for (const socket of sockets) socket.destroy();
  },
);

test('large texts have room for two of a member and four in all, and who drips has to make place', async () => {
  const writers = ['long-1', 'long-2', 'long-3'];
  for (const name of writers) await enter(site.db, name);
  const [first = '', second = '', third = ''] = writers;
  const open = (authorization: string) => {
    const socket = site.dial();
    const head = `POST /v1/article/ HTTP/1.1\r\nhost: mojian\r\ncontent-type: application/json\r\nauthorization: ${authorization}\r\ncontent-length: ${8 * megabyte - 100}\r\n\r\n`;
    socket.write(`${head}{"key":"${'a'.repeat(100_000)}`);
    return new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  };
  const save = (authorization: string, mails: number) => {
    const body = JSON.stringify({
      key: `long-text-${mails}`,
      content: { title: '雨', markdown: 'a'.repeat(mails) },
    });
    return site.ask('/v1/article/', { method: 'POST', headers: { ...json, authorization }, body });
  };
  const begun = performance.now();
  const own = await Promise.race([open(first), open(first), open(first)]);
  expect(own).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5\r\n.*你的几份长内容正在接收，请等它们传完再试/is);
  void open(second);
  void open(second);
  await expect.poll(() => open(third)).toMatch(/^HTTP\/1\.1 503 .*正在接收的长内容太多，请过几秒再试/s);
  // short texts need no reservation
  expect((await save(third, 60_000)).status).toBe(200);
  expect((await save(first, 60_001)).status).toBe(200);
  // after five seconds the slowest makes place
  await sleep(5500);
  await expect.poll(async () => (await save(third, 400_000)).status, { timeout: 20_000, interval: 1000 }).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(5000);
});

test('the costliest comments and says known are rendered in a moment', async () => {
  const admin = await enter(site.db, 'sayer');
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin).execute();
  const texts = [
    '[a]([',
    '[',
    '[[',
    '![',
    '_*',
    '***a',
    '<a ',
    '> ',
    '- ',
    '`a',
    '@a ',
    '|a',
    '[^1]',
    'https://a.b/(',
    '#a',
  ];
  const post = (path: string, authorization: string, body: object) =>
    site.ask(path, { method: 'POST', headers: { ...json, authorization }, body: JSON.stringify(body) });
  await post('/v1/say/insertSay', 'sayer', { text: '雨' }); // loads the renderer
  const says = await attack(texts.length, (n) =>
    post('/v1/say/insertSay', 'sayer', { text: `${n}雨${texts[n]?.repeat(2000)}`.slice(0, 2000) }),
  );
  expect(says.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
  const sayId = JSON.parse(says[0]?.text ?? '').data.id;
  const comments = await attack(texts.length, (n) =>
    post('/v1/say/comment', 'sayer', { sayId, text: `${n}雨${texts[n]?.repeat(1000)}`.slice(0, 1000) }),
  );
  expect(comments.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
});

test('sixteen thousand slashes in an address cost a moment', async () => {
  const answers = await attack(20, () => site.ask(`/a${'/'.repeat(14_000)}b/`));
  expect(statuses(answers)).toEqual([404]);
});

test('bytes of no text and piles of accents in an address cost a moment', async () => {
  const hostile = [`/healthz?x=${'%80a'.repeat(3600)}`, `/a${'%CD%85%CC%81%CC%A3%CC%B4'.repeat(600)}`];
  await attack(100, (n) => site.ask(hostile[n % 2] ?? ''), cpuEach / 10);
});

test('made-up addresses and parameters draw nothing anew', async () => {
  const requested = (n: number) => site.ask(n % 2 ? `/nowhere-${n}` : `/?topic=${n}&utm_source=${n}`);
  const answers = await attack(300, requested);
  expect(statuses(answers).sort()).toEqual([200, 404]);
});

test('while renders wait in a row, a page that is kept waits for no more than those under way', async () => {
  let rendered = 0;
  let isOver = false;
  const renderOn = async (first: number) => {
    for (let n = first; !isOver && n < first + 5; n++) {
      expect((await site.ask(`/article/${n}`)).status).toBe(404);
      rendered++;
    }
  };
  const rows = Array.from({ length: 30 }, (_, row) => renderOn(5000 + 5 * row));
  const meanwhile: number[] = [];
  while (rendered < 90) {
    const before = rendered;
    expect((await site.ask('/')).status).toBe(200);
    meanwhile.push(rendered - before);
  }
  isOver = true;
  await Promise.all(rows);
  const [usual = Number.NaN] = meanwhile.toSorted((a, b) => a - b).slice(Math.floor(meanwhile.length / 2));
  expect(usual, 'renders answered while one kept page was').toBeLessThan(10); // in turn it would be all thirty
});

test('who asks for ever other pages has to wait, and readers of kept ones do not', async () => {
  const answers = await attack(300, (n) => site.ask(`/article/${n + 1000}`));
  const refused = answers.filter(({ status }) => status === 429 || status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  expect((await site.ask('/')).status).toBe(200);
});

test('a page with a slash too many leads to the one without, its query kept', async () => {
  const { status, headers } = await site.ask('/message/?page=2&from=letter');
  expect([status, headers.location]).toEqual([301, '/message?page=2&from=letter']);
  expect((await site.ask('/v1/tag')).status).toBe(200);
});

test.each([
  ['headers of 40 KB', `GET / HTTP/1.1\r\nhost: mojian\r\ncookie: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['no request at all', 'not http\r\n\r\n', 400],
])('%s are refused in Chinese', async (_name, text, status) => {
  const socket = site.dial();
  socket.write(text);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status}`);
  expect(JSON.parse(body)).toMatchObject({ code: status, message: expect.stringMatching(/^\p{Script=Han}/u) });
});
