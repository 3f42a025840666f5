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
});
afterAll(() => site?.end());

/** So many requests at once; each costs little, and afterwards the memory is as it was. */
async function attack<Answer>(times: number, send: (n: number) => Promise<Answer>) {
  const before = await site.usage();
  const answers = await Promise.all(Array.from({ length: times }, (_, n) => send(n)));
  const after = await site.usage();
  expect((after.cpu - before.cpu) / times, 'CPU of each, in milliseconds').toBeLessThan(cpuEach);
  expect(after.memory - before.memory, 'memory afterwards').toBeLessThan(memoryAfter);
  expect((await site.ask('/v1/webSiteInfo')).status).toBe(200);
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
  expect(statuses(answers)).toEqual([413]);
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
