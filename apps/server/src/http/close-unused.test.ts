import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeUnused } from './close-unused.ts';

test('a connection that asked for nothing does not keep the site from stopping', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closeUnused(app);
  app.get('/', async () => 'ok');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const ahead = connect(Number(new URL(address).port), '127.0.0.1');
  await once(ahead, 'connect');
  expect(await (await fetch(address)).text()).toBe('ok'); // by now the server has taken the first one as well
  const ended = once(ahead, 'close');
  await app.close();
  await ended;
});
