import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { mayReachHere, openNeighbour } from '../../../test/neighbour.ts';
import { answerAsFriends, kindOf } from '../../../test/stand-ins/friend-sites.ts';
import { readFeeds } from './read-feeds.ts';

const site = freshSite();
const hour = 3_600_000;
const day = 24 * hour;
let clock: number;

beforeEach(async () => {
  clock = Date.now();
  await site.turn({ neighbours: true });
});

type Answers = Record<string, string | Buffer | ((request: IncomingMessage, reply: ServerResponse) => void)>;

/** A friend's site with these addresses; all others are not found. */
async function openFriend(answers: Answers) {
  const pages = answers;
  const { url, asked: requests } = await openNeighbour((request, reply) => {
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') page(request, reply);
    else reply.writeHead(page === undefined ? 404 : 200).end(page);
  });
  return { url: `${url}/`, pages, requests, addresses: () => requests.map((one) => one.url) };
}

const addLink = async (
  name: string,
  url: string,
  more: { feedUrl?: string; readsFeed?: number; state?: 'pending' } = {},
) =>
  (
    await site.db
      .insertInto('links')
      .values({ groupName: '', name, url, state: 'approved', createdAt: 0, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const read = (after = 0, more: Partial<Parameters<typeof readFeeds>[0]> = {}) => {
  clock += after;
  return readFeeds({ ...site, now: () => clock, time: 8000, mayReach: mayReachHere, ...more });
};
const news = () => site.as(null).neighbours.list({ query: {} });
const titles = async () => (await news()).articles.records.map(({ title }) => title);
const dropped = () =>
  site.db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'drop-pages')
    .where('payload', 'like', '%neighbours%')
    .execute();
const stateOf = (linkId: number) =>
  site.db.selectFrom('neighbourFeeds').selectAll().where('linkId', '=', linkId).executeTakeFirst();

const at = (ago: number) => new Date(clock - ago).toUTCString();
const item = (title: string, ago: number | null, link = `https://a.example/${encodeURIComponent(title)}`) =>
  `<item><title>${title}</title><link>${link}</link>${ago === null ? '' : `<pubDate>${at(ago)}</pubDate>`}</item>`;
const rss = (...items: string[]) => `<rss version="2.0"><channel><title>博客</title>${items.join('')}</channel></rss>`;

test('new articles of friends are listed with title, address, date and site, the newest first', async () => {
  const one = await openFriend({ '/': rss(item('旧', 3 * day), item('新', hour)) });
  const two = await openFriend({ '/': rss(item('中', 2 * hour)) });
  await addLink('甲', one.url);
  await addLink('乙', two.url);
  await read();
  const { neighbours, recent, articles } = await news();
  expect({ neighbours, recent, total: articles.total }).toEqual({ neighbours: 2, recent: 3, total: 3 });
  expect(articles.records.map(({ title, neighbour }) => [title, neighbour.name])).toEqual([
    ['新', '甲'],
    ['中', '乙'],
    ['旧', '甲'],
  ]);
  expect(articles.records[0]).toMatchObject({
    url: 'https://a.example/%E6%96%B0',
    publishedAt: new Date(Math.floor((clock - hour) / 1000) * 1000).toISOString(),
    neighbour: { url: one.url },
  });
  expect(await dropped()).toHaveLength(1);
  expect(one.requests[0]?.headers).toMatchObject({
    'user-agent': 'Mojian (+https://mojian.example)',
    'accept-encoding': 'gzip',
  });
});

test('a feed is found by what the page names, comments last, else at the usual addresses', async () => {
  const head = (...links: string[]) => `<html><head>${links.join('')}</head></html>`;
  const named = await openFriend({
    '/': head(
      '<link rel="alternate" type="application/rss+xml" title="评论" href="/comments.xml">',
      "<LINK REL=alternate type='application/atom+xml' href='posts.xml?a=1&amp;b=2'>",
    ),
    '/posts.xml?a=1&b=2': rss(item('名', hour)),
    '/comments.xml': rss(item('评论', hour)),
  });
  const usual = await openFriend({ '/': head(), '/index.xml': rss(item('常', hour)) });
  const none = await openFriend({ '/': head('<link rel="stylesheet" href="/rss.xml">') });
  for (const [name, { url }] of Object.entries({ named, usual, none })) await addLink(name, url);
  await read();
  expect((await titles()).toSorted()).toEqual(['名', '常'].toSorted());
  expect(named.addresses()).toEqual(['/', '/posts.xml?a=1&b=2']);

  const times = none.requests.length;
  await read(2 * day);
  expect(none.requests).toHaveLength(times);
  none.pages['/feed'] = rss(item('后来有了', hour));
  await read(2 * day);
  expect(await titles()).toContain('后来有了');
  await read(hour);
  expect(usual.addresses().slice(-2)).toEqual(['/index.xml', '/index.xml']);
});

test('titles are plain text on one line, and addresses that open nothing on the web are left out', async () => {
  const friend = await openFriend({
    '/': rss(
      item('<![CDATA[<b>粗</b> &amp; <script>alert(1)</script>\n细]]>', hour),
      item('A &lt;img src=x onerror=alert(1)&gt; B', 2 * hour),
      item('长'.repeat(500), 3 * hour, 'https://a.example/long'),
      item('', hour, 'https://a.example/untitled'),
      item('脚本', hour, 'javascript:alert(1)'),
      item('内网', hour, 'http://192.168.1.1/'),
      item('带口令', 4 * hour, 'https://me:secret@a.example/p#top'),
    ),
  });
  await addLink('甲', friend.url);
  await read();
  const { records } = (await news()).articles;
  expect(records.map(({ title }) => title)).toEqual(['粗 & 细', 'A B', `${'长'.repeat(120)}…`, '带口令']);
  expect(records[3]?.url).toBe('https://a.example/p');
});

test('without a usable date an article is of the day it appeared, and never floods the list at first', async () => {
  const friend = await openFriend({ '/': rss(item('老甲', null), item('老乙', null, 'https://a.example/old')) });
  await addLink('甲', friend.url);
  await read();
  expect(await titles()).toEqual([]);
  friend.pages['/'] = rss(
    item('新来', null),
    item('老甲', null),
    item('老乙', null, 'https://a.example/old'),
    `<item><title>将来</title><link>https://a.example/future</link><pubDate>Thu, 01 Jan 2099 00:00:00 GMT</pubDate></item>`,
    item('钟快了', -2 * hour),
  );
  await read(hour);
  const { records } = (await news()).articles;
  expect(records.map(({ title }) => title).toSorted()).toEqual(['将来', '新来', '钟快了'].toSorted());
  for (const { publishedAt } of records) expect(Date.parse(publishedAt)).toBe(clock);

  friend.pages['/'] = rss(item('新来', -3 * hour), item('将来', 0, 'https://a.example/future'), item('钟快了', 0));
  const first = clock;
  await read(hour);
  for (const { publishedAt } of (await news()).articles.records) expect(Date.parse(publishedAt)).toBe(first);
});

test('doubles are listed once; an edited title is taken over, one at a new address stays, one taken back goes', async () => {
  const friend = await openFriend({
    '/': rss(
      item('一', hour, 'http://a.example/1'),
      item('一又', hour, 'http://a.example/1'),
      item('二', 2 * hour),
      item('三', 3 * hour),
    ),
  });
  await addLink('甲', friend.url);
  await read();
  expect(await titles()).toEqual(['一', '二', '三']);
  const before = clock;
  friend.pages['/'] = rss(
    item('一改', hour, 'http://a.example/1'),
    `<item><title>三</title><link>https://a.example/new/3</link><pubDate>${new Date(before - 3 * hour).toUTCString()}</pubDate></item>`,
  );
  await read(hour);
  expect((await news()).articles.records.map(({ title, url }) => [title, url])).toEqual([
    ['一改', 'http://a.example/1'],
    ['三', 'https://a.example/new/3'],
  ]);
});

test('a server is asked whether anything changed, and 304 changes nothing', async () => {
  const friend = await openFriend({
    '/': (request, reply) => {
      const isKnown =
        request.headers['if-none-match'] === '"v1"' &&
        request.headers['if-modified-since'] === 'Mon, 02 Nov 2026 00:00:00 GMT';
      if (isKnown) reply.writeHead(304).end();
      else
        reply
          .writeHead(200, { etag: '"v1"', 'last-modified': 'Mon, 02 Nov 2026 00:00:00 GMT' })
          .end(rss(item('一', hour)));
    },
  });
  await addLink('甲', friend.url);
  await read();
  const [{ publishedAt = '' } = {}] = (await news()).articles.records;
  await read(30 * 60_000);
  expect(friend.requests).toHaveLength(1);
  await read(hour);
  expect(friend.requests).toHaveLength(2);
  expect((await news()).articles.records).toMatchObject([{ title: '一', publishedAt }]);
  expect(await dropped()).toHaveLength(1);
});

test('429 is asked again when the server says so, and 410 takes the friend’s articles away', async () => {
  let status = 200;
  const friend = await openFriend({
    '/': (_request, reply) =>
      void reply
        .writeHead(status, { 'retry-after': String((5 * hour) / 1000) })
        .end(status === 200 ? rss(item('一', hour)) : ''),
  });
  const id = await addLink('甲', friend.url);
  await read();
  status = 429;
  await read(hour);
  await read(4 * hour);
  expect(friend.requests).toHaveLength(2);
  expect(await stateOf(id)).toMatchObject({ failures: 0, failure: '对方请我们晚些再来（429）' });
  expect(await titles()).toEqual(['一']);
  status = 410;
  await read(2 * hour);
  expect(friend.requests).toHaveLength(3);
  expect(await titles()).toEqual([]);
  await read(7 * day);
  expect(friend.requests).toHaveLength(3);
});

test('the last copy of a friend who is away stays, and they are asked less and less', async () => {
  let isAway = false;
  const friend = await openFriend({
    '/': ({ socket }, reply) => (isAway ? void socket.destroy() : void reply.end(rss(item('一', hour)))),
  });
  const id = await addLink('甲', friend.url);
  await read();
  isAway = true;
  for (let hours = 0; hours < 48; hours++) await read(hour);
  expect(await titles()).toEqual(['一']);
  expect(await stateOf(id)).toMatchObject({ failure: '对方没有应答' });
  expect(friend.requests.length).toBeLessThan(10);
  isAway = false;
  await read(day);
  expect(await stateOf(id)).toMatchObject({ failures: 0, failure: '' });
});

test('when nobody answers nobody is blamed', async () => {
  const silent = await openFriend({ '/': ({ socket }) => void socket.destroy() });
  const ids = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await addLink(name, `${silent.url}?${name}`.replace('?', '#')));
  await read();
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ failures: 0, failure: '' });
});

test('only approved friends are read, by the owner’s address if there is one, and none whom the owner leaves out', async () => {
  const friend = await openFriend({ '/': rss(item('自己找的', hour)), '/mine.xml': rss(item('站长填的', hour)) });
  const id = await addLink('甲', friend.url, { feedUrl: `${friend.url}mine.xml` });
  const out = await openFriend({ '/': rss(item('不想出现', hour)) });
  const left = await addLink('乙', out.url, { readsFeed: 0 });
  const waiting = await openFriend({ '/': rss(item('还没通过', hour)) });
  await addLink('丙', waiting.url, { state: 'pending' });
  await read();
  expect(await titles()).toEqual(['站长填的']);
  expect([friend.addresses(), out.addresses(), waiting.addresses()]).toEqual([['/mine.xml'], [], []]);

  await site.db.updateTable('links').set({ feedUrl: '' }).where('id', '=', id).execute();
  await site.db.updateTable('links').set({ readsFeed: 1 }).where('id', '=', left).execute();
  await read(hour);
  expect((await titles()).toSorted()).toEqual(['不想出现', '自己找的'].toSorted());
  await site.db.updateTable('links').set({ readsFeed: 0 }).where('id', '=', left).execute();
  expect(await titles()).toEqual(['自己找的']);
  await read(hour);
  expect(await site.db.selectFrom('neighbourArticles').select('title').execute()).toEqual([{ title: '自己找的' }]);
});

test('at most twenty articles of a friend are stored', async () => {
  const friend = await openFriend({
    '/': rss(...Array.from({ length: 45 }, (_, index) => item(`第${index}篇`, index * hour))),
  });
  await addLink('甲', friend.url);
  await read();
  expect(await titles()).toEqual(Array.from({ length: 20 }, (_, index) => `第${index}篇`));
});

test('no more than a megabyte is read, also of what was compressed; addresses inside are not asked', async () => {
  const long = rss(item('先来的', hour)).replace('</channel></rss>', ' '.repeat(20_000_000));
  const bomb = await openFriend({
    '/': (_request, reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long)),
  });
  const other = await openFriend({
    '/': (_request, reply) => void reply.writeHead(200, { 'content-encoding': 'br' }).end('x'),
  });
  await addLink('炸', bomb.url);
  const id = await addLink('不认识的压缩', other.url);
  await read();
  expect(await titles()).toEqual(['先来的']);
  expect(await stateOf(id)).toMatchObject({ failure: '对方的压缩方式读不了' });
  const inside = await openFriend({ '/': rss(item('里面', hour)) });
  await addLink('里', inside.url);
  await read(0, { mayReach: () => false });
  expect(inside.requests).toEqual([]);
});

test('two processes read each feed once', async () => {
  const friends = await Promise.all(['a', 'b', 'c'].map((name) => openFriend({ '/': rss(item(name, hour)) })));
  for (const { url } of friends) await addLink(url, url);
  await Promise.all([read(), read()]);
  expect(friends.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
});

test('a page of the list has thirty; the busy and the silent are named', async () => {
  const busy = await openFriend({
    '/': rss(...Array.from({ length: 20 }, (_, index) => item(`忙${index}`, index * hour))),
  });
  const also = await openFriend({
    '/': rss(...Array.from({ length: 20 }, (_, index) => item(`也${index}`, 40 * day + index * hour))),
  });
  const silent = await openFriend({ '/': rss(item('从前', 80 * day)) });
  for (const [name, { url }] of Object.entries({ busy, also, silent })) await addLink(name, url);
  await read();
  const first = await news();
  expect(first).toMatchObject({
    recent: 20,
    articles: { total: 41, pages: 2 },
    busy: [{ name: 'busy', articles: 20 }],
    silent: [{ name: 'silent' }],
  });
  expect(first.articles.records).toHaveLength(30);
  const second = await site.as(null).neighbours.list({ query: { pageNo: 2 } });
  expect(second.articles.records.map(({ title }) => title).at(-1)).toBe('从前');
});

test('three hundred feeds of all kinds are read in one round, each as far as it can be', {
  timeout: 120_000,
}, async () => {
  const count = 300;
  const { url } = await openNeighbour(answerAsFriends(clock));
  await site.db
    .insertInto('links')
    .values(
      Array.from({ length: count }, (_, number) => ({
        groupName: '',
        name: `n${number}`,
        url: `${url}/${number}/`,
        state: 'approved' as const,
        createdAt: 0,
      })),
    )
    .execute();
  for (let run = 0; run < 3; run++) await read(0, { time: 60_000 });
  const rows = await site.db
    .selectFrom('links')
    .leftJoin('neighbourArticles', (join) => join.onRef('linkId', '=', 'links.id').on('publishedAt', '>', 0))
    .select(['links.name', ({ fn }) => fn.count('neighbourArticles.id').as('titles')])
    .groupBy('links.name')
    .execute();
  const found = new Map(rows.map(({ name, titles }) => [name, Number(titles)]));
  const most = 10;
  for (let number = 0; number < count; number++) {
    const { name, titles } = kindOf(number);
    expect([name, found.get(`n${number}`)]).toEqual([name, Math.min(titles, most)]);
  }
  const stored = await site.db.selectFrom('neighbourArticles').select(['title', 'url']).execute();
  expect(stored.length).toBeLessThanOrEqual(3000);
  for (const { title, url } of stored) {
    expect(title).not.toMatch(/[<>]|alert/);
    expect(Array.from(title).length).toBeLessThanOrEqual(121);
    expect(url).toMatch(/^https:\/\/friend-\d+\.example\/posts\/\d+$/);
  }
});
