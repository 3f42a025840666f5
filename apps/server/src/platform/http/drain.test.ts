import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Drain, drainConnections } from './drain.ts';

test('a process that is about to stop says so to proxies, answers, and gives its connections back', async () => {
  const drain = new Drain();
  const app = Fastify({ return503OnClosing: false });
  drainConnections(app, drain);
  app.get('/readyz', async () => 'ok');
  app.get('/page', async () => 'a page');
  const ask = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url });
    return { statusCode, connection: headers.connection, body };
  };
  expect(await ask('/readyz')).toMatchObject({ statusCode: 200, body: 'ok' });
  expect((await ask('/page')).connection).not.toBe('close');
  drain.isDraining = true;
  expect(await ask('/readyz')).toMatchObject({ statusCode: 503, connection: 'close' });
  expect(await ask('/page')).toEqual({ statusCode: 200, connection: 'close', body: 'a page' });
  await app.close();
});
