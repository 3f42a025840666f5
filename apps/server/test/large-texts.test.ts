import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isShort } from '../../../e2e/long.ts';
import { articleContent } from '../../../packages/contract/src/content/article-content.ts';
import { enter, serve } from './served.ts';

/** The longest texts of a member, opened by many at once, and their cost to the running program. */

const megabyte = 1024 * 1024;
const memoryAfter = 60 * megabyte;
const residentAfter = 100 * megabyte; // the allocator gives freed memory back when it likes

let site: Awaited<ReturnType<typeof serve>>;
let share: string;
let pending: number;

/** 415 KB of formulas, a second of rendering; one Chinese character makes every copy take twice as much. */
const formulas = `墨\n\n${'$\\frac12$ '.repeat(41_500)}`;

beforeAll(async () => {
  site = await serve();
  for (const [name, role] of [
    ['writer', 'member'],
    ['guest', 'editor'],
    ['keeper', 'owner'],
  ] as const) {
    const id = await enter(site.db, name);
    await site.db.updateTable('users').set({ role }).where('id', '=', id).execute();
  }
  const written = await draft('公式', formulas);
  share =
    (await call('writer', 'POST', '/v1/article/share', { id: written.id, days: 30 })).path.split('/').at(-1) ?? '';
  const handedIn = await draft('公式二', `${formulas}二`);
  pending = handedIn.id;
  await site.db.updateTable('drafts').set({ submittedAt: Date.now() }).where('articleId', '=', pending).execute();
  // loads what every process loads once
  await open((await draft('雨', '雨水。')).id);
}, 180_000);
afterAll(() => site?.end());

async function call(authorization: string, method: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json', authorization };
  const { text } = await site.ask(path, { method, headers, body: JSON.stringify(body) });
  const { code, data, message } = JSON.parse(text);
  expect(`${code} ${message}`).toBe('200 ');
  return data;
}

function draft(title: string, markdown: string): Promise<{ id: number }> {
  const content = articleContent.parse({ title, markdown });
  return call('writer', 'POST', '/v1/article/', { key: `browser-${markdown.length}`, content });
}

async function open(id: number) {
  const { path } = await call('writer', 'POST', '/v1/article/share', { id, days: 30 });
  return site.ask(`/v1/article/shared?token=${path.split('/').at(-1)}`);
}

/** Status and bytes of an answer that is too long to be kept. */
function measure(path: string, authorization = '') {
  const headers = { authorization };
  return new Promise<string>((resolve) => {
    const sent = request(new URL(path, site.url), { headers, agent: false }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('close', () => resolve(`${answer.statusCode} ${bytes}`));
    });
    sent.on('error', ({ message }) => resolve(message)).end();
  });
}

/** Sends so many equal requests at once, which have one answer; afterwards the program has about the memory it had. */
async function atOnce(times: number, path: string, authorization?: string) {
  const before = await site.usage();
  const answers = await Promise.all(Array.from({ length: times }, () => measure(path, authorization)));
  const after = await site.usage();
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^200 /);
  expect(after.memory - before.memory, 'memory afterwards').toBeLessThan(memoryAfter);
  expect(after.resident - before.resident, 'resident memory afterwards').toBeLessThan(residentAfter);
}

const timeout = 180_000; // each of them reads eight megabytes

test.skipIf(isShort)(
  'a shared draft of many formulas is rendered once for a hundred who open it',
  { timeout },
  async () => {
    await atOnce(100, `/v1/article/shared?token=${share}`);
  },
);

test('a pending article of many formulas is looked into once for sixty of the staff', { timeout }, async () => {
  await atOnce(60, `/v1/admin/articles/review?id=${pending}`, 'guest');
});

test('its links are asked once for fifty-five of the staff', { timeout }, async () => {
  await atOnce(55, `/v1/admin/articles/links?id=${pending}`, 'guest');
});
