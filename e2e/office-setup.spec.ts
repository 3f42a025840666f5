import { expect, test } from 'vitest';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import { flaws } from './looked-at.ts';
import { workDone } from './members.ts';
import { arrived } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

test('the one-time link leads through the set-up on a phone, and does not work again', async () => {
  await site.says('/setup?token=');
  const link = /http\S+\/setup\?token=\S+/.exec(site.output())?.[0] ?? '';
  const { page, faults } = await openPage({ viewport: { width: widths.phone, height: 800 } });
  await page.goto(`${site.url}/setup?token=an-older-one`);
  await arrived(page, '链接不是最新的');
  await page.goto(`${site.url}/setup`);
  await arrived(page, '链接不完整');

  // text typed before the scripts and the check of the link is kept
  const slow = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, (route) => slow.promise.then(() => route.continue()));
  await page.route('**/setup/check', (route) => route.abort(), { times: 1 });
  await page.goto(link, { waitUntil: 'commit' });
  await page.getByLabel('昵称').fill('沈砚');
  slow.resolve();
  await page.getByLabel('邮箱').fill('owner@example.com');
  await page.getByLabel(/密码/).fill('admin888');
  await page.getByRole('button', { name: '创建账号' }).click();
  await page.getByText('这个密码太常见').first().waitFor();
  expect(await page.getByLabel('昵称').inputValue()).toBe('沈砚');
  const reveal = await page.getByRole('button', { name: '显示密码' }).boundingBox();
  const label = await page.getByText('密码（至少 8 个字符）').boundingBox();
  expect((reveal?.x ?? 0) - (label?.x ?? 0) - (label?.width ?? 0), '显示密码').toBeGreaterThan(8);
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel(/密码/).fill('a long enough one');
  await page.getByRole('button', { name: '创建账号' }).click();
  await page.waitForURL(`${site.url}/admin/setup`);

  await arrived(page, '把站点收拾好');
  expect(await flaws(page, 'setup')).toEqual([]);
  await page.setViewportSize({ width: widths.phone, height: 800 });
  await page.getByLabel('站名').fill('听雨斋');
  await page.getByLabel('标语').fill('雨落在纸上');
  await page.getByRole('button', { name: '保存，下一步' }).click();
  await page.getByRole('heading', { name: '作者' }).waitFor();
  await page.goto('/admin');
  await page.getByText('建站还有 5 步没有完成').waitFor();
  await page.getByRole('link', { name: '继续' }).click();
  await page.getByRole('heading', { name: '作者' }).waitFor();
  await page.getByRole('button', { name: '跳过', exact: true }).click();

  await page.getByRole('heading', { name: '建站日期' }).waitFor();
  const answers = page.getByRole('radiogroup', { name: '建站日期' });
  expect(await answers.innerText()).toMatch(/2020-02-29\s*最早的文章（还没有）\s*今天 20/);
  await page.getByText(/页脚会写：本站已运行 \d{4} 天，© 2020–20/).waitFor();
  await answers.getByText('今天').click();
  await page.getByText(/页脚会写：本站已运行 0 天，© 20\d\d 听雨斋/).waitFor();
  expect(await flaws(page, 'setup-start')).toEqual([]);
  await page.setViewportSize({ width: widths.phone, height: 800 });
  await answers.getByText('2020-02-29').click();
  await page.getByRole('button', { name: '保存，下一步' }).click();

  await page.getByRole('heading', { name: '示例内容' }).waitFor();
  // the device asks for less motion: a dialog that grows under the pointer would lose the press
  const animations = await page.evaluateHandle(() => {
    const names: string[] = [];
    addEventListener('animationstart', ({ animationName }) => void names.push(animationName));
    return names;
  });
  await page.getByRole('button', { name: '全部删除' }).click();
  await page.getByRole('button', { name: '删除', exact: true }).click();

  await page.getByRole('heading', { name: '邮件' }).waitFor();
  expect((await animations.jsonValue()).filter((name) => /zoom/i.test(name))).toEqual([]);
  await page.getByLabel('测试邮件的收件人').fill('owner@example.com');
  await page.getByRole('button', { name: '发送测试邮件' }).click();
  await page.locator('.state').first().waitFor();
  await page.getByRole('button', { name: '跳过', exact: true }).click();
  await page.getByRole('heading', { name: '外观' }).waitFor();
  expect(await flaws(page, 'setup-look')).toEqual([]);
  await page.setViewportSize({ width: widths.phone, height: 800 });
  await page.getByRole('button', { name: '保存，下一步' }).click();
  await arrived(page, '都看过了，可以结束建站');
  await page.getByRole('button', { name: '结束建站' }).click();
  await arrived(page, '站点已经收拾好了');
  expect(await flaws(page, 'setup-end')).toEqual([]);
  await workDone(site);

  await page.goto('/');
  expect(await page.title()).toBe('雨落在纸上');
  const { data } = (await (await fetch(`${site.url}/v1/article/`)).json()) as { data: { total: number } };
  expect(data.total).toBe(0);
  await page.goto(link);
  await arrived(page, '这个站点已经有站长了');
  expect(faults.filter((fault) => !/status of 400|ERR_FAILED|网络请求失败/.test(fault))).toEqual([]);
});
