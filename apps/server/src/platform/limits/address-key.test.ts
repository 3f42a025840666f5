import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitCalls, limitOf } from '../http/rate-limit.ts';
import { addressKey } from './limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2:ffff::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('a client that leaves before its limit is asked is no error', async () => {
  const app = Fastify();
  const errors: unknown[] = [];
  app.setErrorHandler((error, _request, reply) => {
    errors.push(error);
    answered.resolve();
    return reply.send();
  });
  const answered = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  app.addHook('onRequest', async ({ raw }) => {
    arrived.resolve();
    if (!raw.socket.destroyed) await new Promise((resolve) => raw.socket.once('close', resolve));
  });
  await limitCalls(app);
  app.get('/', { config: { rateLimit: limitOf({ access: 'anyone' }) } }, async () => answered.resolve());
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived.promise;
  client.destroy();
  await answered.promise;
  expect(errors).toEqual([]);
  await app.close();
});
