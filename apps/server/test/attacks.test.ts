import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter, serve } from './served.ts';

/** What a stranger or any member can send to the running program, and what it may cost it at the most. */

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
/** Twice what was asked for: other work on the machine takes the processor’s caches, not only its time. */
const cpuEach = 100;
const memoryAfter = 50 * megabyte;

let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  site = await serve();
  // what every process loads once is none of an attack’s cost
  for (let round = 0; round < 3; round++)
    for (const path of ['/', '/v1/webSiteInfo', '/nowhere', '/say']) await site.ask(path);
  await site.ask('/oauth/emailLogin', {
    ...{ method: 'POST', headers: json },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'Plum-rain-ink-77!' }),
  });
}, 180_000); // where the pages are built first
afterAll(() => site?.end());

/** So many requests at once; each costs little, and afterwards the memory is as it was. */
async function attack<Answer>(times: number, send: (n: number) => Promise<Answer>) {
  const before = await site.usage();
  const answers = await Promise.all(Array.from({ length: times }, (_, n) => send(n)));
  const after = await site.usage();
  expect((after.cpu - before.cpu) / times, 'CPU of each, in milliseconds').toBeLessThan(cpuEach);
  expect(after.memory - before.memory, 'memory afterwards').toBeLessThan(memoryAfter);
  expect((await site.ask('/robots.txt')).status).toBe(200);
  return answers;
}

/** `{"a":[{},{},…]}`, of so many bytes: each three of them are an object. */
const objects = (bytes: number, more = '') => `{${more}"a":[${'{},'.repeat(bytes / 3)}{}]}`;
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

test('a visitor’s body is not read for a call that is a member’s', async () => {
  const body = objects(8 * megabyte - 100);
  const answers = await attack(10, () => site.ask('/v1/article/', { method: 'POST', headers: json, body }));
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
  const { hashOf } = await import('../src/tickets/tickets.ts');
  await site.db
    .insertInto('sessions')
    .values({
      ...{ userId: id, tokenHash: hashOf('second-login'), way: 'password', device: '', place: '' },
      ...{ createdAt: now, usedAt: now, expiresAt: now + 3_600_000 },
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
  await site.db.updateTable('users').set({ avatar: path }).execute(); // where everybody may see it
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

test('sixteen thousand slashes in an address cost a moment', async () => {
  const answers = await attack(20, () => site.ask(`/a${'/'.repeat(14_000)}b/`));
  expect(statuses(answers)).toEqual([404]);
});

test('made-up addresses and parameters draw nothing anew', async () => {
  const asked = (n: number) => site.ask(n % 2 ? `/nowhere-${n}` : `/?topic=${n}&utm_source=${n}`);
  const answers = await attack(300, asked);
  expect(statuses(answers).sort()).toEqual([200, 404]);
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
