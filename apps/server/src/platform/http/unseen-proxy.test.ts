import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { unseenProxyWords, watchForProxy } from './unseen-proxy.ts';

async function ask({ trustProxy = 0, remoteAddress = '127.0.0.1', forwarded = '1.2.3.4', times = 1 }) {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  const watch = { isUnseen: false };
  watchForProxy(app, trustProxy, watch);
  app.get('/', async () => 'here');
  const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
  for (let n = 0; n < times; n++) await app.inject({ url: '/', remoteAddress, headers });
  await app.close();
  return { isUnseen: watch.isUnseen, said: lines.filter((line) => line.includes(unseenProxyWords)).length };
}

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.18.0.1', '192.168.1.1', 'fd00::1'])(
  'a proxy at %s that TRUST_PROXY does not know of is noticed, and the log says so once',
  async (remoteAddress) => {
    expect(await ask({ remoteAddress, times: 3 })).toEqual({ isUnseen: true, said: 1 });
  },
);

test('a forged header from elsewhere changes nothing, nor does a known proxy', async () => {
  const nothing = { isUnseen: false, said: 0 };
  expect(await ask({ remoteAddress: '8.8.8.8' })).toEqual(nothing);
  expect(await ask({ remoteAddress: '172.32.0.1' })).toEqual(nothing);
  expect(await ask({ trustProxy: 1 })).toEqual(nothing);
  expect(await ask({ forwarded: '' })).toEqual(nothing);
});
