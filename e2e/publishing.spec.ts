import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { hydrated } from './browser.ts';
import * as editor from './editor.ts';
import { carryToken, tokenFor, workDone } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
const timeoutMs = 240_000;

test('an editor publishes with a new series, sees the article, and later makes it private', {
  timeout: timeoutMs,
}, async () => {
  const who = await newStaff(site, 'editor');
  const token = await tokenFor(site, who);
  const api = apiOf(site, { token });
  const { page, faults } = await openPage({ viewport: { width: 1600, height: 900 } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await carryToken(page, site, token);
  await page.goto('/newposts');
  await editor.title(page).fill('夜里检修一座桥');
  await editor.write(page, '封路的三个小时，桥是我们的。\n\n他说铁会说话。');
  const id = await editor.numberOf(page);

  const panel = page.getByRole('complementary', { name: '文章设置' });
  await panel.getByLabel('专栏').selectOption({ label: '新建专栏…' });
  await panel.getByLabel('新专栏').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('桥边');
  await panel.getByLabel('输入公众号验证码').check();
  await panel.getByText('还没有接入公众号，读者得不到验证码').waitFor();
  await editor.press(page, '发布');
  const dialog = page.getByRole('dialog', { name: '发布' });
  await dialog.getByRole('button', { name: /还没有接入公众号/ }).click();
  await panel.getByLabel('评论之后').check();
  await editor.press(page, '发布');
  await dialog.getByRole('button', { name: '发布', exact: true }).click();

  await page.waitForURL(`**/article/${id}`);
  await page.getByRole('heading', { level: 1, name: '夜里检修一座桥' }).waitFor();
  await page.locator('.toast', { hasText: '已发布' }).getByRole('button', { name: '复制链接' }).click();
  await page.locator('.toast', { hasText: '链接已复制' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/article/${id}`);
  expect(await api.series.mine()).toMatchObject([{ name: '桥边', items: [{ id }] }]);
  expect(faults).toEqual([]);

  const visitor = await openPage();
  await workDone(site);
  await visitor.page.goto(`/article/${id}`);
  await hydrated(visitor.page);
  await visitor.page.getByRole('link', { name: '写评论' }).click();
  await visitor.page.keyboard.type('来过');
  await expect.poll(() => visitor.page.getByRole('textbox', { name: '写评论' }).inputValue()).toBe('来过');
  expect(visitor.faults).toEqual([]);

  await page.goto(`/newposts?id=${id}`);
  await panel.getByLabel('仅自己').check();
  await panel.getByText('站里的人也一样').waitFor();
  await editor.press(page, '仅自己可见');
  const keeping = page.getByRole('dialog', { name: '仅自己可见' });
  await keeping.getByText('读者会马上看不到它').waitFor();
  await keeping.getByRole('button', { name: '仅自己可见', exact: true }).click();
  await page.waitForURL(`**/article/${id}`);
  await page.getByText('仅自己可见').waitFor();
  await workDone(site);
  // loaded anew the page is made for a visitor first
  await page.reload();
  await page.getByText('他说铁会说话').waitFor();
  expect(await page.getByRole('button', { name: '分享' }).count()).toBe(0);
  expect(await page.locator('.article-writer-line').innerText(), 'no follow or chat with oneself').toBe(who.nickname);
  expect((await visitor.page.goto(`/article/${id}`))?.status()).toBe(404);
  await visitor.page.getByRole('heading', { name: '页面不存在' }).waitFor();

  await page.goto('/user?state=private');
  await page.locator('.own-articles').getByRole('link', { name: '夜里检修一座桥', exact: true }).waitFor();
});
