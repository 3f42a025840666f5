import { expect, test } from 'vitest';
import { mayReachHere, openNeighbour } from '../../../test/neighbour.ts';
import { reach } from './outgoing.ts';

const options = { time: 5000, agent: 'Mojian' };
const knock = (url: string, time = options.time) => reach(url, { ...options, time, mayReach: mayReachHere });

test('a site answers with its status', async () => {
  const site = await openNeighbour(({ url, headers }, reply) => {
    reply.writeHead(url === '/gone' ? 410 : headers['user-agent'] === 'Mojian' ? 200 : 400).end('hi');
  });
  expect(await knock(site.url)).toBe(200);
  expect(await knock(`${site.url}/gone`)).toBe(410);
});

test('by default no address of this machine is reached, by number or by name', async () => {
  const site = await openNeighbour((_request, reply) => void reply.end());
  for (const host of ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0'])
    await expect(reach(`http://${host}:${site.port}/`, options), host).rejects.toThrow('对方不在公网上');
  expect(site.asked).toEqual([]);
});

test('redirects are followed to public addresses only', async () => {
  const inside = await openNeighbour((_request, reply) => void reply.end('secret'), '127.0.0.2');
  const site = await openNeighbour(({ url }, reply) => {
    const locations: Record<string, string> = {
      '/a': '/b',
      '/in': inside.url,
      '/file': 'file:///etc/passwd',
      '/round': '/round',
      '/odd': 'http://[',
    };
    const location = locations[url ?? ''];
    location ? reply.writeHead(302, { location }).end() : reply.writeHead(204).end();
  });
  expect(await knock(`${site.url}/a`)).toBe(204);
  await expect(knock(`${site.url}/in`)).rejects.toThrow('对方不在公网上');
  await expect(
    reach(`${site.url}/name`, { ...options, mayReach: (address) => address === site.url }),
  ).rejects.toThrow();
  await expect(knock(`${site.url}/file`)).rejects.toThrow('对方指向了不能打开的地址');
  await expect(knock(`${site.url}/odd`)).rejects.toThrow('对方指向了不能打开的地址');
  await expect(knock(`${site.url}/round`)).rejects.toThrow('对方一再指向别处');
  expect(inside.asked).toEqual([]);
  expect(site.asked.filter(({ url }) => url === '/round')).toHaveLength(6);
});

test('only the head of an endless answer is read', async () => {
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  const site = await openNeighbour((_request, reply) => {
    reply.on('close', closed.resolve);
    reply.writeHead(200, { 'content-length': 10_000_000_000 });
    const chunk = Buffer.alloc(64 * 1024);
    const pour = () => {
      while (!reply.destroyed && reply.write(chunk)) sent += chunk.length;
    };
    reply.on('drain', pour);
    pour();
  });
  expect(await knock(site.url)).toBe(200);
  await closed.promise;
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test('a server that never answers times out, and its connection is closed', async () => {
  const closed = Promise.withResolvers<void>();
  const site = await openNeighbour(({ socket }) => void socket.on('close', () => closed.resolve()));
  await expect(knock(site.url, 200)).rejects.toThrow('对方没有应答');
  await closed.promise;
});

test('an endless head and a refused connection are no answer', async () => {
  const site = await openNeighbour((_request, reply) => void reply.writeHead(200, { x: 'x'.repeat(100_000) }).end());
  await expect(knock(site.url)).rejects.toThrow('对方没有应答');
  await site.close();
  await expect(knock(site.url)).rejects.toThrow('对方没有应答');
  await expect(knock('http://no-such-site.invalid/')).rejects.toThrow('对方没有应答');
});
