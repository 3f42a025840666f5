import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSite, tokenOf } from '../../../test/site.ts';
import { accentRoutes } from './accent.routes.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

/** Saved in the back office, while the site runs. */
async function save(name: string, change: object) {
  const { settings } = site.office(site.owner);
  const now = (await settings.list()).find((group) => group.name === name);
  await settings.save({ body: { name, value: { ...now?.value, ...change }, version: now?.version ?? '' } });
}

const info = async () => (await site.as(null).site.info()).data;

test.each([
  ['identity', { name: '林间', tagline: '慢', description: '一处', logo: '/files/ab/logo.webp' }, {}],
  [
    'author',
    { name: '小林', avatar: '/files/ab/a.webp', intro: '写字', motto: '慢慢写' },
    {
      authorName: '小林',
      authorAvatar: '/files/ab/a.webp',
      authorIntro: '写字',
      motto: '慢慢写',
    },
  ],
  [
    'footer',
    {
      recordNum: '京ICP备1号',
      policeRecordNum: '京公网安备11010502030143号',
      sourceCode: 'https://code.example',
      startedAt: 1_600_000_000_000,
    },
    {},
  ],
  ['footer', { licence: 'reserved' }, { licence: { name: '', words: '保留所有权利', address: '' } }],
  ['announcement', { text: '今日晴' }, { announcement: '今日晴' }],
  ['festival', { lantern: 'on' }, {}],
  ['reading', { offline: false }, {}],
  ['rewards', { wechat: '/files/ab/w.webp', alipay: '' }, { rewards: { wechat: '/files/ab/w.webp', alipay: '' } }],
  ['chat', { name: '灯下', group: 'muted' }, { chat: { name: '灯下', group: 'muted' } }],
  ['look', { accent: '#1F5F8F', theme: 'system' }, { accent: '#1f5f8f', theme: 'system' }],
  [
    'seo',
    { keywords: '纸', hidden: true, bing: 'B1' },
    {
      seo: { keywords: '纸', hidden: true, codes: [{ name: 'msvalidate.01', content: 'B1' }] },
    },
  ],
])('%s is seen by the next visitor', async (name, change, seen) => {
  const expected = Object.keys(seen).length > 0 ? seen : change;
  expect(await info()).not.toMatchObject(expected);
  await save(name, change);
  expect(await info()).toMatchObject(expected);
});

test('the owner’s card shows the chosen fields in the owner’s order, and no others', async () => {
  await save('contacts', { email: 'a@mojian.example', qq: '10001', github: 'mojian', shown: ['github', 'email'] });
  const { showList, contacts } = await info();
  expect(showList).toEqual([3, 1]);
  expect(contacts).toMatchObject({ github: 'mojian', email: 'a@mojian.example', qq: '' });
});

test('the menu has the owner’s order, labels and links, without hidden entries, and new pages last', async () => {
  expect((await info()).menu.map(({ words }) => words).join(' ')).toBe('首页 归档 说说 导航 热搜 留言板 友链 关于');
  const items = [
    { to: '/about', words: '我', hidden: false },
    { to: '/hot', words: '', hidden: true },
    { to: 'https://shop.example/', words: '小店', hidden: false },
    { to: '/', words: '', hidden: false },
  ];
  await save('menu', { items });
  const shown = (await info()).menu.map(({ words }) => words).join(' ');
  expect(shown).toBe('我 小店 首页 归档 说说 导航 留言板 友链');
});

test('a way to log in is offered once it is allowed and has its keys', async () => {
  await save('social', { github: { id: 'a', secret: 'b', base: '' } });
  expect((await info()).loginTypeList).toEqual([1, 6]);
  await save('logins', { types: [2] });
  expect((await info()).loginTypeList).toEqual([1]);
  await save('logins', { types: [2, 6, 5] });
  await save('wechatAccount', { token: 't', name: '公众号', qrCode: '/files/ab/q.webp' });
  expect(await info()).toMatchObject({
    loginTypeList: [1, 6, 5],
    officialAccount: { name: '公众号', qrCode: '/files/ab/q.webp' },
  });
});

test('关于本站 shows the last saved text', async () => {
  await save('about', { text: '## 一间**小屋**' });
  expect((await site.as(null).about.show()).html).toContain('<strong>小屋</strong>');
});

test('a changed permission to write applies at once', async () => {
  const mayWrite = async () =>
    (await site.as(site.lin).sessions.byToken({ query: { token: tokenOf(site.lin) } })).writing.write;
  expect(await mayWrite()).toBe(true);
  await save('writing', { members: false });
  expect(await mayWrite()).toBe(false);
});

test('an accent style sheet is immutable, and others are not found', async () => {
  const app = Fastify();
  accentRoutes(app);
  const { headers, body } = await app.inject('/accent.css?colour=1f5f8f');
  expect(headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': expect.stringContaining('immutable'),
  });
  expect(body).toContain('--color-seal:light-dark(oklch(');
  for (const wrong of ['', '?colour=red', '?colour=1f5f8f;}', '?colour=1&colour=2'])
    expect((await app.inject(`/accent.css${wrong}`)).statusCode, wrong).toBe(404);
  await app.close();
});
