import { beforeAll, expect, test, vi } from 'vitest';
import { changeSettings, inDatabase } from './arrange.ts';
import { flawsAtAll } from './looked-at.ts';
import { carryToken, tokenFor } from './members.ts';
import { arrived, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
vi.setConfig({ testTimeout: 120_000 });

const hour = 3_600_000;
/** Friends with the titles of their feeds, and for how many hours these have been there. */
const friends: [name: string, articles: [title: string, ago: number][]][] = [
  [
    '河边修表铺',
    [
      ['雨天修了三只表', 1],
      ['发条的脾气', 2],
    ],
  ],
  ['南山小筑', [['院子里的第一朵梅', 26]]],
  ['代码与茶', [['一个人维护十年的小工具，终于写完了它的第一份说明书，附带一点不合时宜的感想', 30]]],
  ['很久不写', [['最后一篇', 24 * 120]]],
];

beforeAll(async () => {
  await inDatabase(site, async (db) => {
    for (const [name, articles] of friends) {
      const url = `https://${friends.findIndex(([one]) => one === name)}.example/`;
      const link = { groupName: '友人', name, url, state: 'approved' as const, createdAt: 0 };
      const { id } = await db.insertInto('links').values(link).returning('id').executeTakeFirstOrThrow();
      const feed = { linkId: id, soughtFor: `${url} `, url: `${url}feed.xml`, dueAt: Date.now() + 24 * hour };
      await db.insertInto('neighbourFeeds').values(feed).execute();
      for (const [title, ago] of articles)
        await db
          .insertInto('neighbourArticles')
          .values({ linkId: id, title, url: `${url}${ago}`, publishedAt: Date.now() - ago * hour })
          .execute();
    }
  });
  await changeSettings(site, { features: { neighbours: true } });
});

test('friends’ new articles stand by day, the second of a site on the same day in one line, and lead to the friend', async () => {
  const { page, faults } = await openPage();
  await page.goto('/neighbours');
  const titles = page.getByRole('region', { name: '新文章' }).getByRole('heading', { level: 3 });
  await expect.poll(() => titles.count()).toBe(5);
  expect((await titles.allInnerTexts())[0]).toBe('雨天修了三只表');
  const link = page.getByRole('link', { name: '雨天修了三只表' });
  expect(await link.getAttribute('href')).toBe('https://0.example/1');
  expect(await link.getAttribute('rel')).toContain('noopener');
  const opml = await (await page.request.get('/neighbours.opml')).text();
  expect(opml).toContain('xmlUrl="https://0.example/feed.xml"');
  expect(await flawsAtAll(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the front page shows them where the owner chose so, and without the feature nothing of them is left', async () => {
  const { page } = await openPage();
  await page.goto('/');
  const section = page.getByRole('region', { name: '友邻新文' });
  await section.scrollIntoViewIfNeeded();
  expect(await section.getByRole('link', { name: /雨天修了三只表/ }).count()).toBe(1);
  await changeSettings(site, { features: { neighbours: false } });
  await expect.poll(async () => (await page.goto('/neighbours'))?.status()).toBe(404);
  await page.goto('/');
  expect(await page.getByText('雨天修了三只表').count()).toBe(0);
  await changeSettings(site, { features: { neighbours: true } });
});

test('the owner gives a feed’s address, is refused what is none, and may leave a friend out', async () => {
  const { page } = await openPage();
  await carryToken(page, site, await tokenFor(site, await newStaff(site, 'owner')));
  await page.goto('/admin/links');
  await arrived(page, '友链');
  await page
    .getByRole('row', { name: /河边修表铺/ })
    .getByRole('button', { name: '编辑' })
    .click();
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel('订阅地址');
  await address.fill('不是网址');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText(/网址/).last().waitFor();
  await address.fill('https://0.example/atom.xml');
  expect(await flawsAtAll(page, ['.ant-modal'])).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  const stored = () =>
    inDatabase(site, (db) =>
      db.selectFrom('links').select('feedUrl').where('name', '=', '河边修表铺').executeTakeFirstOrThrow(),
    );
  expect(await stored()).toEqual({ feedUrl: 'https://0.example/atom.xml' });
});
