import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handleErrors } from '../http/errors.ts';
import { pushInProcess } from '../push/push.ts';
import { Hub } from './hub.ts';
import { streamRoutes } from './stream.routes.ts';

const lin = { id: 2, role: 'member', sessionId: 1, signedInAt: 0 } as const;
let app: ReturnType<typeof Fastify>;
let hub: Hub;
let address: string;

beforeEach(async () => {
  hub = new Hub(pushInProcess());
  app = Fastify();
  handleErrors(app);
  streamRoutes(app, { hub, findViewer: async (token) => (token === 'lin' ? lin : null) });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** Opens a stream and collects what it says. */
async function listen(query: string, token?: string) {
  const headers: Record<string, string> = token ? { authorization: token } : {};
  const answer = await fetch(`${address}/v1/stream${query}`, { headers });
  let heard = '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard += part.value;
  })();
  return { answer, heard: () => heard, reading, leave: () => reader?.cancel() };
}

test('a visitor hears of an article they look at, and of no other', async () => {
  const stream = await listen('?topic=article:12');
  await expect.poll(stream.heard).toContain(': open');
  await hub.publish([
    { topic: 'article:13', type: 'comment', id: 1 },
    { topic: 'user:2', type: 'notice', id: 2 },
    { topic: 'article:12', type: 'comment', id: 3 },
  ]);
  await expect.poll(stream.heard).toContain('event: comment\ndata: {"topic":"article:12","id":3}\n\n');
  expect(stream.heard()).not.toMatch(/article:13|user:2/);
  await stream.leave();
});

test('a member also hears what concerns them', async () => {
  const stream = await listen('', 'lin');
  await expect.poll(stream.heard).toContain(': open');
  await hub.publish([{ topic: 'user:2', type: 'notice', id: 7 }]);
  await expect.poll(stream.heard).toContain('event: notice');
  await stream.leave();
});

test.each(['?topic=user:2', '?topic=article:x', `?${'topic=article:1&'.repeat(25)}`])(
  '%s is refused',
  async (query) => {
    const { answer } = await listen(query);
    expect(answer.status).toBe(400);
  },
);

test('a dead token is told so instead of being a visitor’s', async () => {
  expect((await listen('', 'nobody')).answer.status).toBe(401);
});

test('the server’s stop ends the streams', async () => {
  const stream = await listen('?topic=article:1');
  await expect.poll(stream.heard).toContain(': open');
  await app.close();
  await stream.reading;
});
