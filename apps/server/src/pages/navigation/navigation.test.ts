import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { createClicks } from './navigation.ts';

const site = freshSite();

const show = () => site.as(null).navigation.list();

async function addGroup(name: string, position: number, ...urls: string[]) {
  const { id } = await site.db
    .insertInto('navigationGroups')
    .values({ name, position })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const url of urls)
    await site.db
      .insertInto('navigationSites')
      .values({ groupId: id, name: url.slice(8), url, intro: '一个站' })
      .execute();
}

test('a site without navigation has no groups', async () => {
  expect(await show()).toEqual([]);
});

test('groups come in the owner’s order, and those without sites not at all', async () => {
  await addGroup('后', 2, 'https://c.cn');
  await addGroup('空', 1);
  await addGroup('先', 0, 'https://b.cn', 'https://a.cn');
  expect(await show()).toEqual([
    {
      id: 3,
      name: '先',
      sites: [
        { id: 2, name: 'b.cn', url: 'https://b.cn', info: '一个站', logo: '', clicks: 0 },
        { id: 3, name: 'a.cn', url: 'https://a.cn', info: '一个站', logo: '', clicks: 0 },
      ],
    },
    { id: 1, name: '后', sites: [expect.objectContaining({ id: 1 })] },
  ]);
});

test('an address that is not http or https is left out', async () => {
  await addGroup('坏', 0, 'javascript:alert(1)', 'data:text/html,x', '/about');
  await addGroup('好', 1, 'http://a.cn');
  expect((await show()).map(({ name }) => name)).toEqual(['好']);
});

const chrome = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';

test('a click is counted once per visitor', async () => {
  await addGroup('组', 0, 'https://a.cn', 'https://b.cn');
  const click = (id: number, agent: string) =>
    site.app.inject({ url: `/v1/site/visitNavigation?id=${id}`, headers: { 'user-agent': agent } });
  expect((await click(1, chrome)).json()).toEqual({ code: 200, message: '', data: null, extra: {} });
  await click(1, chrome);
  await click(1, `${chrome} another`);
  await click(2, chrome);
  await click(2, 'Googlebot/2.1 (+http://www.google.com/bot.html)');
  await click(2, '');
  expect((await show())[0]?.sites.map(({ clicks }) => clicks)).toEqual([2, 1]);
});

test('the same visitor counts again after ten minutes', async () => {
  await addGroup('组', 0, 'https://a.cn');
  let now = 0;
  const clicks = createClicks({ db: site.db, now: () => now });
  for (const minute of [0, 9.9, 10, 19.9, 20]) {
    now = minute * 60_000;
    await clicks.record(1, { address: '203.0.113.7', agent: chrome });
  }
  expect((await show())[0]?.sites[0]?.clicks).toBe(3);
});

test('clicks at the same time are all counted, a visitor’s only once', async () => {
  await addGroup('组', 0, 'https://a.cn');
  const clicks = createClicks({ db: site.db });
  const visitors = Array.from({ length: 20 }, (_, index) => ({ address: `203.0.113.${index >> 1}`, agent: chrome }));
  await Promise.all(visitors.map((visitor) => clicks.record(1, visitor)));
  expect((await show())[0]?.sites[0]?.clicks).toBe(10);
});

test('a click on no site is refused', async () => {
  const visit = (id: number) => site.as(null).navigation.visit({ query: { id } });
  await expect(visit(1)).rejects.toMatchObject({ id: 'not-found', field: 'id', message: '导航里没有这个站点' });
});
