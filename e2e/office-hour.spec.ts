import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inDatabase } from './arrange.ts';
import { hydrated, openBrowser, openPage, widths } from './browser.ts';
import * as editor from './editor.ts';
import { isLong } from './long.ts';
import { flaws } from './looked-at.ts';
import { codeSentTo, workDone } from './members.ts';
import { arrived, confirmPassword } from './office.ts';
import { type Site, start, startSite } from './site.ts';

vi.setConfig({ testTimeout: 240_000, expect: { poll: { timeout: 60_000 } } });

const owner = { nickname: '沈砚', email: 'owner@example.com', password: '雨落檐前-1937' };
/** So many links wait for the owner's eye. */
const comment = '听见了。我也写过：https://a.example/1 https://a.example/2 https://a.example/3';
const reader = { nickname: '林间', email: 'lin@example.com', password: '山高月小-1082' };

let site: Site;
let browser: Browser;
let office: Page;
const opened: Awaited<ReturnType<typeof openPage>>[] = [];
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
});
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') expect(opened.flatMap(({ faults }) => faults).filter(isOurs)).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await site.remove();
  rmSync(stored, { force: true });
});

/** A browser of its own, as another person has. */
async function comes() {
  const person = await openPage(browser, site, {
    viewport: { width: widths.wide, height: 900 },
    reducedMotion: isLong ? 'no-preference' : 'reduce', // to draw what moves is most of its work
  });
  person.page.setDefaultTimeout(60_000);
  opened.push(person);
  return person.page;
}
/**
 * Filters out the browser's own messages about refusals: an ended session is reported on purpose, what is quietly looked
 * at may be decided in that very moment, and the password is wanted again.
 */
const isOurs = (fault: string) => !/status of 4(?:0[134]|28)/.test(fault);
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const menu = async (name: string) => {
  await office
    .getByRole('navigation', { name: '后台菜单' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await arrived(office, name);
};

/** The link that the site printed leads through the owner's account to the steps. */
async function claims(page: Page) {
  await site.says('/setup?token=');
  await page.goto(/http\S+\/setup\?token=\S+/.exec(site.output())?.[0] ?? '');
  await page.getByLabel('昵称').fill(owner.nickname);
  await page.getByLabel('邮箱').fill(owner.email);
  await page.getByLabel(/密码/).fill(owner.password);
  await press(page, '创建账号');
  await arrived(page, '把站点收拾好');
}

/** A text of theirs in the editor, handed in with `name`: 发布, 提交审核. */
async function writes(page: Page, title: string, text: string, name: string) {
  await editor.title(page).fill(title);
  await editor.write(page, text);
  const id = await editor.numberOf(page);
  await editor.says(page, '已保存');
  await press(page, name);
  await page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();
  return id;
}

/** Page a visitor gets at an address, without scripts and relative times. */
async function seen(path: string) {
  const answer = await fetch(site.url + path, { headers: { 'user-agent': 'Googlebot' } });
  const text = (await answer.text())
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/ nonce="[^"]*"/g, '')
    // hints in the order in which the parts were rendered, and a typeface of what times say today
    .replace(/<link rel="(?:preload|stylesheet)"[^>]*>/g, '')
    .replace(/data:image\/webp;base64,[^"]*/g, '') // drawn anew
    .replace(/(<time[^>]*>)[^<]*/g, '$1')
    .replace(/<span>\d+<small>[天时分秒]<\/small><\/span>/g, '');
  return `${answer.status} ${text}`;
}
const paths = ['/', '/archive', '/tags', '/say', '/links', '/message', '/navigation', '/about', '/user/1', '/feed.xml'];
const seenAll = async (more: string[]) =>
  new Map(await Promise.all([...paths, ...more].map(async (path) => [path, await seen(path)] as const)));
/** Differing pages, each from its first difference. */
function differences(before: Map<string, string>, after: Map<string, string>) {
  return [...before].flatMap(([path, was]) => {
    const is = after.get(path) ?? '';
    const from = Array.from({ length: was.length }).findIndex((_, at) => was[at] !== is[at]);
    return was === is ? [] : [`${path}：${was.slice(from - 50, from + 150)} ／ ${is.slice(from - 50, from + 150)}`];
  });
}

const stored = join(tmpdir(), `mojian-hour-${process.pid}.zip`);
let articleId: number;
let handedIn: number;
let logo: string;

test('a new owner sets up the site, publishes, and moderates submissions and comments', async () => {
  office = await comes();
  await claims(office);
  await office.getByLabel('站名').fill('听雨斋');
  await office.getByLabel('标语').fill('雨落在纸上');
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#1f5f8f' } }).png();
  await office
    .getByLabel('标志')
    .and(office.locator('input'))
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture.toBuffer() });
  logo = (await office.getByAltText('现在的标志').getAttribute('src')) ?? '';
  await press(office, '保存，下一步');
  await office.getByRole('heading', { name: '作者', level: 2 }).waitFor();
  await press(office, '跳过');
  await office.getByRole('heading', { name: '建站日期', level: 2 }).waitFor();
  await press(office, '跳过');
  await press(office, '保留');
  await office.getByRole('heading', { name: '邮件', level: 2 }).waitFor();
  await press(office, '全部跳过，不再提醒');
  await office.getByRole('tooltip').getByRole('button', { name: '全部跳过' }).click();
  await arrived(office, '站点已经收拾好了');
  await office.getByRole('link', { name: '写第一篇' }).click();
  articleId = await writes(office, '雨后', '檐下还在滴水。', '发布');
  await toast(office, '已发布');

  const page = await comes();
  await page.goto(`/article/${articleId}`);
  await hydrated(page);
  await press(page, '通知');
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('button', { name: '注册账号' }).click();
  for (const [name, value] of Object.entries(reader)) await dialog.locator(`[name="${name}"]`).fill(value);
  await dialog.getByRole('button', { name: '发送验证码' }).click();
  await dialog.locator('[name="code"]').fill(await codeSentTo(site, reader.email));
  await dialog.locator('[type=submit]').click();
  await toast(page, '注册成功');
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await page.getByRole('textbox', { name: '写评论' }).fill(comment);
  await press(page, '发布');
  await page.locator('.comment', { hasText: '听见了。' }).waitFor();
  await page.goto('/newposts');
  handedIn = await writes(page, '夜里检修一座桥', '桥是我们的。', '提交审核');
  await page.waitForURL(/\/user/);
  await page.goto('/newposts');
  await writes(page, '不说谎的秤', '我家的秤。', '提交审核');
  await page.waitForURL(/\/user/);

  await office.goto('/admin');
  const bell = office.getByRole('button', { name: /待办/ });
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('待办 3 件');
  await bell.click();
  await office.getByRole('menuitem', { name: '文章' }).click();
  await office.waitForURL(/articles\?state=pending$/);
  const row = office.getByRole('row').filter({ hasText: '夜里检修一座桥' });
  await row.getByRole('button', { name: '审核', exact: true }).click();
  const drawer = office.getByRole('dialog', { name: /审核文章/ });
  await drawer.getByRole('heading', { name: '夜里检修一座桥' }).waitFor();
  await press(office, '通过并发布');
  await drawer.getByRole('heading', { name: '不说谎的秤' }).waitFor();
  await drawer.getByLabel('理由').fill('太短了，再写几句。');
  await press(office, '退回');
  await drawer.waitFor({ state: 'hidden' });
  await menu('评论');
  await office
    .getByRole('row', { name: /听见了/ })
    .getByRole('button', { name: '通过' })
    .click();
  await office.getByRole('button', { name: '没有待办' }).waitFor();

  await page.goto('/notice');
  await said(page, '太短了，再写几句。');
  await said(page, '文章通过了审核');
  await workDone(site);
  expect(await seen(`/article/${handedIn}`)).toContain('桥是我们的。');
  const visitor = await comes();
  await visitor.goto(`/article/${articleId}`);
  await visitor.locator('#comments').scrollIntoViewIfNeeded();
  await visitor.locator('.comment', { hasText: '听见了。' }).waitFor();
});

// each of it has a test of its own; one after another in the long run
test.runIf(isLong)(
  'the owner changes menu and accent, notifies everybody, backs up, loses all data and restores the same site',
  async () => {
    await menu('通知');
    await press(office, '写通知');
    await office.getByLabel('标题').fill('开张了');
    await office.getByLabel('内容').fill('以后在这里写字。');
    await press(office, '预览');
    await said(office, '以后在这里写字。');
    await press(office, '发送');
    await said(office, '半分钟后发送');

    await menu('站点设置');
    await office.getByRole('switch', { name: '热搜', exact: true }).click();
    await office.getByText('石青').click();
    await office.getByRole('button', { name: '保存', exact: true }).click();
    await said(office, '已保存');
    const [, page] = opened.map((person) => person.page) as [Page, Page];
    await workDone(site);
    await page.goto('/');
    expect(await page.locator('.header-nav > li > a').allTextContents()).not.toContain('热搜');
    const seal = () => getComputedStyle(document.documentElement).getPropertyValue('--color-seal');
    expect(await page.evaluate(seal)).toMatch(/24\d/);
    await page.goto('/notice?type=0');
    await said(page, '开张了');
    await workDone(site);

    await menu('备份');
    await press(office, '立即备份');
    await office
      .getByRole('listitem')
      .filter({ hasText: /mojian-.*\.zip/ })
      .waitFor();
    const coming = office.waitForEvent('download');
    await inDatabase(site, (db) => db.deleteFrom('tickets').execute()); // the password was given long ago
    await press(office, '下载');
    await confirmPassword(office, owner);
    await (await coming).saveAs(stored); // the browser's own copy goes with its window
    const more = [`/article/${articleId}`, `/article/${handedIn}`, logo];
    const before = await seenAll(more);

    const { dataDir, url } = site;
    await Promise.all(opened.map(({ close }) => close()));
    await site.stop();
    rmSync(dataDir, { recursive: true });
    site = await start({ DATA_DIR: dataDir, PORT: new URL(url).port, SAMPLE_CONTENT: '0' });
    expect(await seen('/')).not.toContain('听雨斋');
    const again = await comes();
    await claims(again);
    await again.getByRole('link', { name: '我有一份备份' }).click();
    await arrived(again, '把旧站搬进来');
    expect(await flaws(again, 'move-in')).toEqual([]);
    await again.setInputFiles('input[type=file]', stored);
    const backup = again.getByRole('listitem').filter({ hasText: '上传的' });
    await backup.getByRole('button', { name: '恢复…' }).click();
    await again.getByLabel('确认恢复，请输入「恢复」两个字').fill('恢复');
    await press(again, '恢复整个站点'); // the password was chosen a moment ago
    await again.getByRole('link', { name: '去登录' }).click();
    const login = again.getByRole('dialog', { name: '登录', exact: true });
    await login.locator('[name="email"]').fill(owner.email);
    await login.locator('[name="password"]').fill(owner.password);
    await login.locator('[type=submit]').click();
    await again.waitForURL('**/admin');
    await again.getByRole('link', { name: /^听雨斋/ }).waitFor();
    expect(differences(before, await seenAll(more))).toEqual([]);
  },
);
