import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase, notify, say } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, settled, widths } from './browser.ts';
import { flawsAtAll } from './looked-at.ts';
import { carryToken, type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

async function visitor(path: string, options: BrowserContextOptions = {}) {
  const browsing = await openPage(options);
  await browsing.page.goto(path);
  await hydrated(browsing.page);
  return browsing;
}

/** A member's browser on a page where it is known who they are. */
async function at(path: string, who: Member, options: BrowserContextOptions = {}) {
  const browsing = await openPage(options);
  const { page } = browsing;
  await carryToken(page, site, await tokenFor(site, who));
  await page.goto(path);
  await page.waitForFunction(() => sessionStorage.getItem('user') !== null);
  return browsing;
}

async function centre(options: BrowserContextOptions = {}, path = '/user') {
  const who = await newMember(site);
  const browsing = await at(path, who, options);
  await browsing.page.getByRole('heading', { level: 1, name: who.nickname }).waitFor();
  return { ...browsing, who };
}

/** Words that are seen next to each other, whatever white space is heard between them. */
const words = (text: string) => new RegExp(`^${[...text].join('\\s*')}$`);
const button = (page: Page, text: string) => page.getByRole('button', { name: words(text) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
/** A picture of this size, as a file one might choose. */
async function file(page: Page, width: number, height: number) {
  const base64 = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      canvas.getContext('2d')?.fillRect(width / 4, 0, width / 2, height);
      return canvas.toDataURL().split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return { name: '照片.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

/** Width and height of a picture of the site. */
function sizeOf(page: Page, address: string) {
  return page.evaluate(async (address) => {
    const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
    return { width, height };
  }, address);
}

const reported = async (id: number) => {
  const answer = await fetch(`${site.url}/v1/user/info?userId=${id}`);
  return ((await answer.json()) as { data: Record<string, string> }).data;
};

test('members never see the login prompt, and visitors do', async () => {
  const { page, who } = await centre();
  await page.addInitScript(() => {
    const look = () => {
      const asks = document.querySelector('.asks-login h2');
      if (asks?.checkVisibility({ visibilityProperty: true })) document.documentElement.dataset.asked = '';
      requestAnimationFrame(look);
    };
    look();
  });
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByRole('heading', { level: 1, name: who.nickname }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBeUndefined();

  const stranger = await visitor('/user');
  await stranger.page.locator('main').getByRole('button', { name: '登录' }).click();
  await dialog(stranger.page, '登录').waitFor();
});

test('the profile form shows a refusal at its field and keeps the input; saved changes show everywhere', async () => {
  const other = await newMember(site);
  const { page, faults, who } = await centre({ viewport: { width: widths.wide, height: 900 } });
  await button(page, '编辑资料').click();
  const form = dialog(page, '编辑资料');
  await form.getByLabel('昵称').fill(other.nickname);
  await form.getByLabel('简介').fill('白天修桥，晚上修自行车。');
  await form.getByLabel('所在地').fill('上海');
  await button(page, '保存').click();
  await form.locator('.error', { hasText: '这个昵称已经有人用了' }).waitFor();
  expect(await form.getByLabel('昵称').getAttribute('aria-invalid')).toBe('true');
  expect(await form.getByLabel('简介').inputValue()).toBe('白天修桥，晚上修自行车。');
  expect((await reported(who.id)).place).toBe('');

  await form.getByLabel('昵称').fill(`${who.nickname}改`);
  await form.getByLabel('网站').fill('不是网址');
  await page.keyboard.press('Enter');
  await form.locator('.error', { hasText: '请输入正确的网址' }).waitFor();
  await form.getByLabel('网站').fill('https://www.hesheng.example/');
  await page.keyboard.press('Enter');
  await toast(page, '修改成功');
  await form.waitFor({ state: 'detached' });

  await page.getByRole('heading', { level: 1, name: `${who.nickname}改` }).waitFor();
  await page.getByRole('link', { name: 'hesheng.example' }).waitFor();
  await page.locator('.header-member', { hasText: `${who.nickname}改` }).waitFor();
  const seen = await visitor(`/user/${who.id}`);
  await seen.page.getByRole('heading', { level: 1, name: `${who.nickname}改` }).waitFor();
  await seen.page.getByText('白天修桥，晚上修自行车。').waitFor();
  expect(seen.faults).toEqual([]);
  expect(faults.filter((fault) => !fault.includes('status of 40'))).toEqual([]);
});

test('leaving an unsaved profile by Escape, the close button or going back asks first', async () => {
  const { page, who } = await centre({}, '/user?tab=fans');
  await page.getByRole('link', { name: /^文章/ }).first().click();
  await page.waitForURL(/\/user$/);
  await button(page, '编辑资料').click();
  const form = dialog(page, '编辑资料');
  const asks = page.getByRole('alertdialog', { name: /确定离开吗？$/ });
  await form.getByLabel('简介').fill('写了一半');

  await page.keyboard.press('Escape');
  await asks.waitFor();
  await page.keyboard.press('Enter'); // on 继续编辑, which has the focus
  await form.getByRole('button', { name: '关闭' }).click();
  await asks.getByRole('button', { name: '继续编辑' }).click();
  await page.evaluate(() => history.back());
  await asks.getByRole('button', { name: '继续编辑' }).click();
  await asks.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  // browsers close at the second Escape, whatever the page says to it
  for (const isRequested of [true, false, true, false, true]) {
    await page.keyboard.press('Escape');
    await expect.poll(() => asks.isVisible()).toBe(isRequested);
    expect(await form.getByLabel('简介').inputValue()).toBe('写了一半');
  }
  await asks.getByRole('button', { name: '不保存' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await reported(who.id)).intro).toBe('');
  await button(page, '编辑资料').click();
  expect(await form.getByLabel('简介').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
});

test('an avatar is chosen, moved by keyboard, cropped square, uploaded with progress and shown to all', async () => {
  const { page, faults, who } = await centre();
  await button(page, '更换头像').click();
  const card = dialog(page, '更换头像');
  await card
    .locator('input[type=file]')
    .setInputFiles({ name: '笔记.png', mimeType: 'image/png', buffer: Buffer.from('没有图') });
  await card.getByText('这个文件打不开，请选一张图片').waitFor();

  await card.locator('input[type=file]').setInputFiles(await file(page, 1600, 1000));
  await card.getByRole('group', { name: /^取景框/ }).press('ArrowLeft');
  await card.getByRole('slider', { name: '缩放' }).fill('2');
  expect(await barriers(page)).toEqual([]);
  await delayUpload(page);
  await button(page, '保存').click();
  await card.getByRole('progressbar', { name: '上传' }).waitFor();
  release();
  await toast(page, '修改成功');
  await card.waitFor({ state: 'detached' });

  const { avatar } = await reported(who.id);
  expect(avatar).toMatch(/^\/files\//);
  expect(await sizeOf(page, avatar ?? '')).toEqual({ width: 512, height: 512 });
  await page.locator(`.user-head img[src="${avatar}"]`).waitFor();
  expect(faults).toEqual([]);
});

test('an avatar that fails to upload stays in the dialog until a retry succeeds', async () => {
  const { page, who } = await centre();
  await button(page, '更换头像').click();
  const card = dialog(page, '更换头像');
  await card.locator('input[type=file]').setInputFiles(await file(page, 600, 600));
  await page.route('**/file/upload', (route) => route.abort());
  await button(page, '保存').click();
  await card.locator('.error').waitFor();
  expect((await reported(who.id)).avatar).toBe('');
  await page.unroute('**/file/upload');
  await button(page, '保存').click();
  await card.waitFor({ state: 'detached' });
  expect((await reported(who.id)).avatar).not.toBe('');
});

test('a profile cover is cropped 3:1, and can be reset to the drawn one', async () => {
  const { page, who } = await centre();
  await button(page, '更换封面').click();
  const card = dialog(page, '更换封面');
  await card.locator('input[type=file]').setInputFiles(await file(page, 2400, 1600));
  await card.getByRole('group', { name: /^取景框/ }).waitFor();
  await button(page, '保存').click();
  await card.waitFor({ state: 'detached' });
  const { cover } = await reported(who.id);
  const { width, height } = await sizeOf(page, cover ?? '');
  expect(width / height).toBeCloseTo(3, 2);
  await page.locator(`.user-cover img[src="${cover}"]`).waitFor();

  await button(page, '更换封面').click();
  await button(page, '用画的封面').click();
  await card.waitFor({ state: 'detached' });
  await page.locator('.user-cover img[src^="/cover/v1/"]').first().waitFor();
  expect((await reported(who.id)).cover).toBe('');
});

test('the daily check-in works once a day and shows the streak', async () => {
  const who = await newMember(site);
  await inDatabase(site, async (db) => {
    const yesterday = new Date(Date.now() + 8 * 3_600_000 - 24 * 3_600_000).toISOString().slice(0, 10);
    await db.insertInto('signIns').values({ userId: who.id, day: yesterday }).execute();
  });
  const { page } = await at('/user', who);
  await button(page, '签到，连续第2天').click();
  await button(page, '今日已签，连续2天').waitFor();
  expect(await page.locator('.sign-in-week [aria-current="date"]').textContent()).toContain('已签到');
  await page.reload();
  await button(page, '今日已签，连续2天').waitFor();
});

test('tabs have addresses and empty states, and going back returns to the previous tab', async () => {
  const { page } = await centre();
  await page.getByText('还没有文章').waitFor();
  for (const [tab, empty] of [
    ['收藏', '还没有收藏'],
    ['评论', '还没有评论'],
    ['关注', '还没有关注的人'],
    ['粉丝', '还没有粉丝'],
  ] as const) {
    await page.getByRole('navigation', { name: '内容' }).getByRole('link', { name: tab }).click();
    await page.getByText(empty).waitFor();
  }
  expect(new URL(page.url()).search).toBe('?tab=fans');
  await page.goBack();
  await page.getByText('还没有关注的人').waitFor();
  await page.reload();
  await page.getByText('还没有关注的人').waitFor();
});

test('a member’s page is complete without scripts, has one address, and unknown ones are not found', async () => {
  for (let n = 1; n <= 6; n++) await say(site, { authorId: 1, text: `第 ${n} 句` }); // more than a page holds
  const owner = await fetch(`${site.url}/user/1`);
  const html = await owner.text();
  expect(html).toContain(`<link rel="canonical" href="${site.url}/user/1"/>`);
  expect(html).toContain('"@type":"ProfilePage"');
  expect(html).not.toContain('noindex');
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto('/user/1');
  await page.getByRole('heading', { name: '近况' }).waitFor();
  // a page is twenty things, of which neighbouring collections and follows of a day share a row
  const rows = await page.locator('.activity-row').count();
  expect(rows).toBeGreaterThan(10);
  expect(rows).toBeLessThanOrEqual(20);
  const year = page.getByRole('img', { name: /^(过去一年|这一年的墨)/ });
  expect(await year.locator('figure').count()).toBe(12);
  await page.getByRole('link', { name: '更早的' }).click();
  await page.waitForURL(/\/user\/1\?after=/);
  expect(await page.locator('.activity-row').count()).toBeGreaterThan(0);
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex, follow');
  await page.goto('/user/1');
  await page.getByRole('navigation', { name: '近况的种类' }).getByRole('link', { name: /^文章/ }).click();
  await page.waitForURL(/\/user\/1\?tab=articles$/);
  expect(await page.locator('.activity-row:not(.activity-article)').count()).toBe(0);
  await page.goto('/user/1?tab=fans');
  await expect.poll(() => page.title()).toContain('的粉丝');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex, follow');

  for (const path of ['/user/99999', '/user/01', '/user/1e0', '/user/1?tab=fans&page=77'])
    expect((await fetch(site.url + path)).status, path).toBe(404);
  // a wrong value leads to the page without it
  for (const wrong of ['tab=secrets', 'after=x'])
    expect((await fetch(`${site.url}/user/1?${wrong}`)).url, wrong).toBe(`${site.url}/user/1`);
});

test('of whoever said one thing that is the page, of whoever said nothing whom they follow', async () => {
  const [lone, silent] = [await newMember(site), await newMember(site)];
  await inDatabase(site, async (db) => {
    const said = { authorId: lone.id, text: '窗外正好也停了', html: '<p>窗外正好也停了</p>', createdAt: Date.now() };
    await db
      .insertInto('comments')
      .values({ articleId: 1, ...said })
      .execute();
    await db.insertInto('follows').values({ followerId: silent.id, followedId: 1, createdAt: 1 }).execute();
  });
  const { page, faults } = await visitor(`/user/${lone.id}`);
  await page.locator('.lone-comment blockquote', { hasText: '窗外正好也停了' }).waitFor();
  await page.getByText(`${lone.nickname}在这里说过的，就是这一句`).waitFor();
  await page.getByText(/^这一年的墨，落在/).waitFor();
  expect(await page.getByText(/还没有文章/).count()).toBe(0);
  expect(await page.locator('.user-tallies li').count()).toBe(0);
  expect(await flawsAtAll(page)).toEqual([]);
  await page.locator('.lone-comment-target p a').click();
  await page.waitForURL(/\/article\/1#comment-\d+$/);

  await page.goto(`/user/${silent.id}`);
  await page.getByText('刚来，还没说话').waitFor();
  expect(await page.locator('.member-aside-faces a').first().getAttribute('href')).toBe('/user/1');
  expect(faults).toEqual([]);
});

test('collections are on the page once their member says so, until they take it back', async () => {
  const who = await newMember(site);
  await inDatabase(site, async (db) => {
    await db.insertInto('collects').values({ userId: who.id, articleId: 1, createdAt: Date.now() }).execute();
    await db.insertInto('comments').values({ articleId: 1, authorId: who.id, text: '好', createdAt: 1 }).execute();
    await db.insertInto('comments').values({ articleId: 1, authorId: who.id, text: '好', createdAt: 2 }).execute();
  });
  const seen = await visitor(`/user/${who.id}`);
  expect(await seen.page.getByText('收藏了 1 篇').count()).toBe(0);
  const { page } = await at('/user', who);
  const toggle = page.getByRole('switch', { name: '收藏放在我的页上' });
  await toggle.click();
  await toast(page, '修改成功');
  const collected = async () => (await (await fetch(`${site.url}/user/${who.id}`)).text()).includes('收藏了');
  await expect.poll(collected).toBe(true);
  await toggle.click();
  await expect.poll(collected).toBe(false);
});

test('one’s own page says what waits: drafts, and notices that were not read', async () => {
  const who = await newMember(site);
  const { drafts } = apiOf(site, { token: await tokenFor(site, who) });
  await drafts.create({ body: { key: crypto.randomUUID(), content: { title: '写了一半', markdown: '雨' } } });
  await notify(site, { userId: who.id, actorId: 1, kind: 3, subject: 'article:1', title: '春', text: '', link: '/' });
  const { page } = await at('/user', who);
  const desk = page.getByRole('navigation', { name: '等着你的' });
  await desk.getByRole('link', { name: words('1篇没写完的草稿') }).waitFor();
  await desk.getByRole('link', { name: words('1条没看的通知') }).click();
  await page.waitForURL(/\/notice/);
});

test('following asks visitors to log in, shows at once and in the other’s fans, and is rolled back on refusal', async () => {
  const writer = await newMember(site);
  const stranger = await visitor(`/user/${writer.id}`);
  await button(stranger.page, `关注${writer.nickname}`).click();
  await dialog(stranger.page, '登录').waitFor();

  const reader = await newMember(site);
  const { page } = await at(`/user/${writer.id}`, reader);
  await page.route('**/v1/followed/**', (route) => route.fulfill({ status: 500, json: refused }));
  await button(page, `关注${writer.nickname}`).click();
  await toast(page, '服务器开小差了');
  await button(page, `关注${writer.nickname}`).waitFor();
  await page.unroute('**/v1/followed/**');
  await button(page, `关注${writer.nickname}`).click();
  await page.locator('main').getByText('已关注').waitFor();
  expect(await page.locator('.user-tallies a', { hasText: '粉丝' }).locator('b').textContent()).toBe('1');

  await page.reload();
  await page.locator('main').getByText('已关注').waitFor();

  const theirs = await at('/user?tab=fans', writer);
  await theirs.page.locator('.people-list b', { hasText: reader.nickname }).waitFor();
  const own = await at('/user?tab=follows', reader);
  await own.page.getByRole('button', { name: /已关注/ }).click();
  await own.page.locator('.people-list').getByRole('button', { name: /^关注/ }).waitFor();
  await own.page
    .locator('.tabs')
    .getByRole('link', { name: words('关注') })
    .waitFor();
  await expect.poll(() => fansOf(writer.id)).toBe(0);
});

test('one’s own public page links to the personal centre, another’s starts a chat', async () => {
  const who = await newMember(site);
  const { page } = await at(`/user/${who.id}`, who);
  await page.getByRole('link', { name: '编辑资料' }).click();
  await page.waitForURL(/\/user$/);
  await page.goto('/user/1');
  expect(await page.getByRole('link', { name: '私聊' }).getAttribute('href')).toBe('/im?userId=1');
});

test('an article’s author is followed by members only, and not by themselves', async () => {
  const stranger = await visitor('/article/1');
  await stranger.page.getByRole('button', { name: '关注' }).first().click();
  await dialog(stranger.page, '登录').waitFor();

  const before = await fansOf(1);
  const reader = await newMember(site);
  const { page, faults } = await at('/article/1', reader);
  await page.getByRole('button', { name: '关注' }).first().click();
  await page.getByRole('button', { name: '已关注' }).first().waitFor();
  await expect.poll(() => fansOf(1)).toBe(before + 1);
  await page.reload();
  await page.getByRole('button', { name: '已关注' }).first().click();
  await page.getByRole('button', { name: '关注', exact: true }).first().waitFor();
  await expect.poll(() => fansOf(1)).toBe(before);
  expect(faults).toEqual([]);

  const owner = await at('/article/1', { id: 1 } as Member);
  await expect.poll(() => owner.page.getByRole('button', { name: '关注' }).count()).toBe(0);
  await owner.page.locator('.article-writer-line').getByRole('link').first().click();
  await owner.page.waitForURL(/\/user\/1$/);
});

test('lists of people load more and are restored on going back', async () => {
  const writer = await newMember(site);
  await inDatabase(site, async (db) => {
    for (let number = 0; number < 12; number++) {
      const nickname = `粉丝${writer.id}-${number}`;
      const fan = await db
        .insertInto('users')
        .values({ nickname, nicknameKey: nickname, role: 'member', email: null, passwordHash: null, createdAt: number })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('follows').values({ followerId: fan.id, followedId: writer.id, createdAt: number }).execute();
    }
  });
  const { page } = await at('/user?tab=fans', writer);
  const rows = page.locator('.people-list li:not([aria-hidden] li)');
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByRole('link', { name: '加载更多' }).click();
  await expect.poll(() => rows.count()).toBe(12);
  await rows.last().getByRole('link').click();
  await page.waitForURL(/\/user\/\d+$/);
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(12);
});

test('the personal centre passes axe without overflow at any width in both themes', async () => {
  const { page, faults, who } = await centre();
  await page.evaluate(() => sessionStorage.setItem('theme', 'dark'));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: who.nickname }).waitFor();
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  expect(await flawsAtAll(page)).toEqual([]);
  expect(faults).toEqual([]);
});

const refused = { code: 500, message: '服务器开小差了，请稍后再试', data: null, extra: { failure: 'unexpected' } };

async function fansOf(id: number) {
  const answer = await fetch(`${site.url}/v1/user/getUserCount?id=${id}`);
  return ((await answer.json()) as { data: { fans: number } }).data.fans;
}

let release = () => {};

/** The picture gets through only when it is let. */
async function delayUpload(page: Page) {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/file/upload', async (route) => {
    await held;
    await route.continue();
  });
}
