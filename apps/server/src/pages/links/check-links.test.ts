import type { RequestListener } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { mayReachHere, openNeighbour } from '../../../test/neighbour.ts';
import { checkLinks } from './link-checks.ts';

const site = freshSite();
let clock: number;

beforeEach(() => {
  clock = Date.now();
});

async function openFriend(answer: RequestListener) {
  const { url, asked: requested } = await openNeighbour(answer);
  return { url: `${url}/`, asked: requested };
}

const add = (name: string, url: string, state: 'approved' | 'pending' | 'refused' = 'approved') =>
  site.db.insertInto('links').values({ groupName: '', name, url, state, createdAt: 0 }).execute();
/** The check of another day. */
const check = (more: Partial<Parameters<typeof checkLinks>[0]> = {}) => {
  clock += 24 * 3_600_000;
  return checkLinks({ ...site, now: () => clock, time: 8000, mayReach: mayReachHere, ...more });
};
const away = async () =>
  (await site.as(null).links.list()).groups.flatMap(({ links }) =>
    links.filter(({ reachable }) => !reachable).map(({ name }) => name),
  );
const dropped = () => site.db.selectFrom('outbox').select('id').where('kind', '=', 'drop-pages').execute();

test('a link is marked after two consecutive failures, and unmarked on recovery', async () => {
  let status = 200;
  const friend = await openFriend((_request, reply) => void reply.writeHead(status).end());
  await add('邻居', friend.url);
  await check();
  status = 503;
  await check();
  expect(await away()).toEqual([]);
  status = 200;
  await check();
  status = 503;
  await check();
  expect(await away()).toEqual([]);
  expect(await dropped()).toEqual([]);

  await check();
  expect(await away()).toEqual(['邻居']);
  expect(await dropped()).toHaveLength(1);
  await check();
  expect(await dropped()).toHaveLength(1);

  status = 403;
  await check();
  expect(await away()).toEqual([]);
  expect(await dropped()).toHaveLength(2);
  const askers = friend.asked.map(({ method, headers }) => `${method} ${headers['user-agent']}`);
  expect(askers).toContain('GET Mojian (+https://mojian.example)');
});

test('missing pages, endless answers, timeouts and private addresses are distinguished', async () => {
  const good = await openFriend((_request, reply) => void reply.end('hi'));
  const gone = await openFriend((_request, reply) => void reply.writeHead(404).end());
  const silent = await openFriend(() => {});
  const inward = await openFriend(
    (_request, reply) => void reply.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
  );
  const endless = await openFriend((_request, reply) => {
    reply.writeHead(200, { 'content-length': 10_000_000_000 });
    reply.write(Buffer.alloc(64 * 1024));
  });
  for (const [name, url] of Object.entries({
    好: good.url,
    没了: gone.url,
    不应: silent.url,
    往里: inward.url,
    没完: endless.url,
    里面: 'http://10.0.0.1/',
    怪: 'not a url',
  }))
    await add(name, url);
  await check({ time: 1500 });
  await check({ time: 1500 });
  expect(await away()).toEqual(['没了', '不应', '往里', '里面']);
  expect(
    (await site.db.selectFrom('links').select('failures').where('name', '=', '怪').executeTakeFirst())?.failures,
  ).toBe(2);
});

test('a link is checked once a day, and not while pending or refused', async () => {
  const friend = await openFriend((_request, reply) => void reply.end());
  await add('邻居', friend.url);
  await add('等着', `${friend.url}waiting`, 'pending');
  await add('没成', `${friend.url}refused`, 'refused');
  await check();
  await checkLinks({ ...site, now: () => clock + 3_600_000, mayReach: () => true });
  expect(friend.asked).toHaveLength(1);
});

test('two processes check each link once', async () => {
  const friend = await openFriend((_request, reply) => void reply.end());
  for (const name of ['a', 'b', 'c', 'd']) await add(name, `${friend.url}${name}`);
  clock += 24 * 3_600_000;
  const own = { ...site, now: () => clock, mayReach: () => true };
  await Promise.all([checkLinks(own), checkLinks(own)]);
  expect(friend.asked).toHaveLength(4);
});

test('when every check fails no link is marked', async () => {
  const silent = await openFriend(({ socket }) => void socket.destroy());
  for (const name of ['a', 'b', 'c', 'd']) await add(name, `${silent.url}${name}`);
  for (let day = 0; day < 3; day++) await check();
  expect(await away()).toEqual([]);
});

test('stopping does not wait for link checks', async () => {
  const stopping = new AbortController();
  const silent = await openFriend(() => stopping.abort());
  await add('邻居', silent.url);
  await check({ time: 60_000, stopping: stopping.signal });
  expect(await site.db.selectFrom('links').select('failures').execute()).toEqual([{ failures: 0 }]);
});

test('local addresses are not requested unless allowed', async () => {
  const friend = await openFriend((_request, reply) => void reply.end());
  await add('自己', friend.url);
  await checkLinks({ ...site, time: 300 });
  expect(friend.asked).toEqual([]);
  expect(await site.db.selectFrom('links').select('failures').execute()).toEqual([{ failures: 1 }]);
});
