import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeUnusedConnections } from './connections.ts';

test('a connection that asked for nothing does not keep the site from stopping', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closeUnusedConnections(app);
  app.get('/', async () => 'ok');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const ahead = connect(Number(new URL(address).port), '127.0.0.1');
  await once(ahead, 'connect');
  expect(await (await fetch(address)).text()).toBe('ok'); // by now the server has taken the first one as well
  const ended = once(ahead, 'close');
  await app.close();
  await ended;
});

test('a connection whose answer ends after the stop began does not keep the site either', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closeUnusedConnections(app);
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
  app.get('/', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('begun');
    mayEnd.then(() => reply.raw.end());
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const [answer] = (await once(get(address, { agent }), 'response')) as [IncomingMessage];
  const stopped = app.close();
  letEnd();
  expect(Buffer.concat(await answer.toArray()).toString()).toBe('begun');
  await stopped;
  agent.destroy();
});
