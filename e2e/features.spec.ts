import { type Feature, featureNames, featurePaths } from '@mojian/contract/platform/features';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { changeSettings, type Features } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { isLooking, savePicture } from './look.ts';
import { turnTo } from './looked-at.ts';
import { enterAs, type Member, newMember, workDone } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let lin: Member;
beforeAll(async () => {
  lin = await newMember(site);
});

const timeoutMs = 120_000;

/** Turns features on and off, as the owner does, and waits until the site says so. */
async function turn(features: Features) {
  await changeSettings(site, { features: { neighbours: true, ...features } });
  // pages of before are gone, also where the list of what is on stays the same
  await workDone(site);
  const isOff = (value: unknown) => value === false || value === 'closed' || value === 'hidden';
  const off = Object.entries(features).filter(([, value]) => isOff(value));
  await expect
    .poll(async () => (await info()).features.length, { timeout: 20_000 })
    .toBe(featureNames.length - off.length);
}

async function info() {
  const { data } = (await (await fetch(`${site.url}/v1/webSiteInfo`)).json()) as { data: { features: Feature[] } };
  return data;
}

const get = async (path: string) => {
  const answer = await fetch(site.url + path, { redirect: 'manual' });
  return { status: answer.status, html: await answer.text() };
};

/** Paths open to visitors whatever is off. */
const places = ['/', '/article/3', '/user/1', '/about', '/archive', '/no-such-page', '/sitemap.xml', '/offline'];

/** Each feature that has pages of its own, with what it takes to turn them off. */
const withPages: { name: string; off: Features; paths: string[] }[] = [
  { name: '说说', off: { says: false }, paths: ['/say', '/newSays'] },
  { name: '留言板', off: { board: false }, paths: ['/message'] },
  { name: '热搜', off: { hot: false }, paths: ['/hot'] },
  { name: '导航', off: { navigation: false }, paths: ['/navigation'] },
  { name: '友链', off: { links: false, neighbours: false }, paths: ['/links'] },
  { name: '友邻', off: { neighbours: false }, paths: ['/neighbours'] },
  { name: '专栏', off: { series: false }, paths: ['/series'] },
  { name: '聊天室与私聊', off: { group: false, privateChat: false }, paths: ['/im'] },
];

test('every path of a feature is covered here', () => {
  const own = Object.keys(featurePaths).filter((path) => path !== '/chat');
  expect(withPages.flatMap(({ paths }) => paths).toSorted()).toEqual(own.toSorted());
});

test.each(withPages)(
  'while $name is off its pages are not found and nothing links to them; on again they are back',
  async ({ off, paths }) => {
    await turn({});
    const before = new Map<string, string>();
    for (const path of paths) {
      const { status, html } = await get(path);
      expect(status, path).toBe(200);
      before.set(path, /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '');
    }
    await turn(off);
    for (const path of paths) {
      const { status, html } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain('返回首页');
    }
    for (const place of places) {
      const { html } = await get(place);
      for (const path of paths) expect(html, `${place} leads to ${path}`).not.toMatch(linkTo(path));
    }
    await turn({});
    for (const path of paths) {
      const { status, html } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').toBe(before.get(path));
    }
  },
  timeoutMs,
);

/** A link, or an entry of the sitemap, to a page or to what lies below it. */
const linkTo = (path: string) => new RegExp(`(href="|<loc>[^<]*)${path}(?=[/?#"<])`);

const everything: Features = {
  says: false,
  board: false,
  hot: false,
  navigation: false,
  links: false,
  neighbours: false,
  group: false,
  privateChat: false,
  series: false,
  comments: 'hidden',
  registration: 'closed',
};

test(
  'with every feature off each screen works for a visitor and for a member',
  async () => {
    await turn(everything);
    for (const place of places) {
      const { html } = await get(place);
      for (const path of Object.keys(featurePaths)) expect(html, place).not.toMatch(linkTo(path));
    }
    expect((await get('/article/3')).html).not.toContain('id="comments"');

    for (const who of [undefined, lin]) await walk(who);
    await turn({});
  },
  timeoutMs,
);

/** Through the screens there are, as a visitor or a member. */
async function walk(who: Member | undefined) {
  const { page, faults } = await openPage();
  if (who) await enterAs(page, site, who);
  for (const path of ['/', '/article/3', '/about', ...(who ? ['/user', '/notice', '/newposts'] : [])]) {
    await page.goto(path);
    await hydrated(page);
    await page.locator('.shell-tools').waitFor({ state: 'attached' });
    const hrefs = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((one) => one.getAttribute('href') ?? ''));
    const led = Object.keys(featurePaths).filter((off) =>
      hrefs.some((href) => href.split(/[/?#]/)[1] === off.slice(1)),
    );
    expect(led, path).toEqual([]);
    expect(await page.getByRole('button', { name: '聊天室' }).count(), path).toBe(0);
    await shoot(page, `off-${who ? 'member' : 'visitor'}-${path.replaceAll('/', '_')}`);
  }
  expect(faults).toEqual([]);
}

test.each([
  ['open', '注册账号', '注册'],
  ['review', '申请注册', '申请注册'],
  ['invite', '注册账号', '注册'],
] as const)(
  'registration %s: the dialog asks for the needed fields',
  async (registration, words, title) => {
    await turn({ registration });
    const { page } = await logInDialog();
    await page.locator('dialog').getByRole('button', { name: words, exact: true }).click();
    await page.getByRole('dialog', { name: title, exact: true }).waitFor();
    const has = (name: string) => page.locator(`dialog [name="${name}"]`).count();
    expect(await has('code')).toBe(1);
    expect(await has('invitation')).toBe(Number(registration === 'invite'));
    expect(await has('words')).toBe(Number(registration === 'review'));
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `register-${registration}`);
    await turn({});
  },
  timeoutMs,
);

test(
  'with registration closed the dialog offers none, and an invitation link fills in its code',
  async () => {
    await turn({ registration: 'closed' });
    const { page } = await logInDialog();
    expect(await page.locator('dialog').getByRole('button', { name: '注册账号' }).count()).toBe(0);
    await turn({ registration: 'invite' });
    const { page: invited } = await openPage();
    await invited.goto('/?invite=ABCDEFGH2345');
    await invited.getByRole('dialog', { name: '注册', exact: true }).waitFor();
    expect(await invited.locator('dialog [name="invitation"]').inputValue()).toBe('ABCDEFGH2345');
    await turn({});
  },
  timeoutMs,
);

async function logInDialog() {
  const opened = await openPage({ viewport: { width: 1600, height: 900 } });
  const { page } = opened;
  await page.goto('/');
  await hydrated(page);
  await page.locator('.shell-tools').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
  return opened;
}

/** A picture to look at, where somebody wants one. */
async function shoot(page: Page, name: string) {
  if (!isLooking) return;
  for (const width of [widths.phone, widths.desktop])
    for (const theme of ['light', 'dark'] as const) {
      await turnTo(page, { width, theme });
      await savePicture(page, `${name}-${width}-${theme}`);
    }
}
