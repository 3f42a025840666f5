import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { changeSettings, inDatabase, issueCode, publish, writeArticle } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { sampleOf } from './long.ts';
import { overflow, turnTo, views } from './looked-at.ts';
import { carryToken, type Member, newMember, tokenFor, workDone } from './members.ts';
import { openStage } from './stage.ts';

const secret = '芝麻开门之后';

/** Allows for slow events on a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

const { site, openPage } = openStage();
let author: Member;
beforeAll(async () => {
  author = await newMember(site);
  await changeSettings(site, { wechatAccount: { name: '墨笺小站', token: 'x' } });
});

async function open(path: string, who?: Member, width: number = widths.wide) {
  const browsing = await openPage({ viewport: { width, height: 900 } });
  if (who) await carryToken(browsing.page, site, await tokenFor(site, who));
  // once an article listens, everything else that moves stands as well
  const listening = browsing.page.waitForResponse('**/v1/stream**');
  listening.catch(() => {});
  await browsing.page.goto(path);
  await hydrated(browsing.page);
  if (path.startsWith('/article/')) await listening;
  return { ...browsing, listening };
}

let written = 0;

const withSecret = `谁都能读的开头。\n\n## 一\n\n开头的小节。\n\n<!-- more -->\n\n## 二\n\n${secret}，里面什么都有。`;

/** An article of the author: its opening, and below it the secret. Returns its address. */
async function writes(readType: number, markdown = withSecret) {
  const title = `封着的第 ${++written} 篇`;
  const id = await writeArticle(site, { authorId: author.id, title, markdown, readType });
  return { id, path: `/article/${id}` };
}

const button = (page: Page, name: 'like' | 'collect') => page.locator(`.article-rail [data-do="${name}"]`);
const pressed = (page: Page, name: 'like' | 'collect') => button(page, name).getAttribute('aria-pressed');
const count = (page: Page, counter: 'likes' | 'collects') =>
  page
    .locator(`.article-rail [data-part="${counter}"]`)
    .innerText()
    .then((text) => text.replace('\u200b', '')); // zero is not shown
const gate = (page: Page) => page.locator('.article-gate');
const rowsOf = (table: 'likes' | 'collects', who: Member) =>
  inDatabase(site, (db) => db.selectFrom(table).select('userId').where('userId', '=', who.id).execute());
const issue = () => issueCode(site);

test('a member’s like and collect update the numbers on a visitor’s screen and persist after a reload', async () => {
  const { path } = await writes(0);
  const reader = await newMember(site);
  const [{ page, faults }, other] = await Promise.all([open(path, reader), open(path)]);
  expect(await count(page, 'likes')).toBe('');
  await button(page, 'like').click();
  await eventually(() => pressed(page, 'like')).toBe('true');
  await expect.poll(() => count(page, 'likes')).toBe('1');
  await button(page, 'collect').click();
  await eventually(() => pressed(page, 'collect')).toBe('true');
  await eventually(() => count(other.page, 'likes')).toBe('1');
  await eventually(() => count(other.page, 'collects')).toBe('1');
  expect(await pressed(other.page, 'like')).toBe('false');

  await page.reload();
  await eventually(() => pressed(page, 'like')).toBe('true');
  await eventually(() => pressed(page, 'collect')).toBe('true');
  expect([...faults, ...other.faults]).toEqual([]);
});

test.each(['no-preference', 'reduce'] as const)(
  'like, follow and the end of an article answer the hand; with motion “%s”',
  async (reducedMotion) => {
    const { path } = await writes(0);
    const reader = await newMember(site);
    const { page, faults } = await openPage({ viewport: { width: 1200, height: 900 }, reducedMotion });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(globalThis, { moved });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        moved.push(this.className);
        return animate.apply(this, how);
      };
    });
    await carryToken(page, site, await tokenFor(site, reader));
    await page.goto(path);
    await hydrated(page);
    const moved = (name: string) =>
      page.evaluate(
        (of) => (globalThis as unknown as { moved: string[] }).moved.filter((one) => one.includes(of)),
        name,
      );
    const once = reducedMotion === 'reduce' ? 0 : 1;

    await button(page, 'like').click();
    await eventually(() => pressed(page, 'like')).toBe('true');
    await workDone(site);
    // rail, dock and the end of the text have a seal each
    expect((await moved('article-stone')).length).toBe(3 * once);
    expect((await moved('article-blot')).length).toBe(3 * once);
    await page.locator('[data-do="follow"]').first().click();
    await page.locator('.article-followed').first().waitFor();
    expect((await moved('article-ink')).length).toBe(4 * once);
    await button(page, 'like').click();
    await eventually(() => pressed(page, 'like')).toBe('false');
    expect((await moved('article-stone')).length).toBe(3 * once);

    await page.locator('.article-colophon').scrollIntoViewIfNeeded();
    await eventually(async () => (await moved('article-stamp')).length).toBe(once);
    await page.reload();
    await hydrated(page);
    await page.locator('.article-colophon').scrollIntoViewIfNeeded();
    await button(page, 'like').click();
    await eventually(() => pressed(page, 'like')).toBe('true');
    expect(await moved('article-stamp')).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test('a like stamps the empty seal at the end of an article too, and one that is refused lifts again and says so', async () => {
  const { path } = await writes(0);
  const reader = await newMember(site);
  const { page } = await open(path, reader);
  const end = page.locator('.article-thanks [data-do="like"]');
  const seal = end.locator('.article-seal');
  const look = () => seal.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).rotate]);
  expect(await seal.innerText()).toBe('赞');
  expect(await seal.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight])).toEqual([
    34, 34,
  ]);
  const empty = await look();
  expect(empty[1]).toBe('none');

  await page.route('**/v1/article/like**', (route) => route.abort());
  await end.click();
  await page.getByText('操作失败，已恢复原样，请重试').waitFor();
  expect([await end.getAttribute('aria-pressed'), await count(page, 'likes')]).toEqual(['false', '']);
  await eventually(look).toEqual(empty);
  await page.unroute('**/v1/article/like**');

  await end.click();
  await eventually(() => end.getAttribute('aria-pressed')).toBe('true');
  await eventually(() => page.locator('.article-stone, .article-blot, .article-rolling').count()).toBe(0);
  expect((await look())[1]).toBe('-3deg');
  expect(await end.locator('[data-part="likes"]').innerText()).toBe('1');
  await eventually(async () => (await rowsOf('likes', reader)).length).toBe(1);
});

test('on a phone a field stands where the link to the comments is elsewhere, and leads into theirs', async () => {
  const { path } = await writes(0);
  const { page, faults } = await open(path, undefined, widths.phone);
  const dock = page.locator('.article-dock');
  expect(await dock.getByRole('link', { name: '评论', exact: true }).count()).toBe(0);
  await dock.getByRole('link', { name: '写评论…' }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.closest('#comments') !== null)).toBe(true);
  await page.keyboard.type('来过');
  expect(await page.getByRole('textbox', { name: '写评论' }).inputValue()).toBe('来过');
  expect(await dock.evaluate((bar) => bar.scrollWidth <= bar.clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1000, height: 900 });
  await dock.getByRole('link', { name: '评论', exact: true }).waitFor();
  expect(await dock.getByRole('link', { name: '写评论…' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

/** Holds back the scripts of a page until `arrive` is called: what can be pressed before answers to nobody yet. */
async function openSlowly(path: string, who?: Member) {
  const { page, faults } = await openPage({ viewport: { width: widths.wide, height: 900 } });
  if (who) await carryToken(page, site, await tokenFor(site, who));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return { page, faults, arrive: resolve };
}

test('a button pressed before hydration acts after it', async () => {
  const { path } = await writes(0);
  const reader = await newMember(site);
  const { page, faults, arrive } = await openSlowly(path, reader);
  const follow = page.locator('[data-do="follow"]').first();
  await button(page, 'like').click();
  await button(page, 'collect').click();
  await follow.click();
  await page.getByRole('textbox', { name: '写评论' }).fill('很早就写好了');
  await page.getByRole('button', { name: '发布' }).click();
  expect(await pressed(page, 'like')).toBe('false');
  arrive();
  const timeoutMs = { timeout: 60_000 };
  await page.locator('.comment .comment-text', { hasText: '很早就写好了' }).waitFor(timeoutMs);
  await expect.poll(() => pressed(page, 'like'), timeoutMs).toBe('true');
  await expect.poll(() => pressed(page, 'collect'), timeoutMs).toBe('true');
  await expect.poll(() => follow.innerText(), timeoutMs).toContain('已关注');
  const stored = [{ userId: reader.id }];
  expect([await rowsOf('likes', reader), await rowsOf('collects', reader)]).toEqual([stored, stored]);
  expect(await page.locator('[data-waits]').count()).toBe(0);
  expect(faults).toEqual([]);
}, 150_000);

test('text typed right after following the link to the comment box, before any script loaded, is kept', async () => {
  const { path } = await writes(1);
  const { page, faults, arrive } = await openSlowly(path);
  await gate(page).getByRole('link', { name: '写评论' }).click();
  const field = page.getByRole('textbox', { name: '写评论' });
  // the browser focuses what a link leads to in its next frame
  await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type('来');
  expect(await field.inputValue()).toBe('来');
  arrive();
  await page.locator('.comments form textarea').waitFor({ timeout: 60_000 });
  await page.keyboard.type('过');
  expect(await field.inputValue()).toBe('来过');
  expect(faults).toEqual([]);
}, 150_000);

test('presses and typed text before hydration are replayed after it', async () => {
  const { page, arrive } = await openSlowly(`/user/${author.id}`);
  await page.locator('main').getByRole('button', { name: '关注' }).first().click();
  arrive();
  await page.getByRole('dialog', { name: '登录' }).waitFor({ timeout: 60_000 });

  const links = await openSlowly('/links');
  const name = links.page.getByRole('textbox', { name: '网站名称' });
  await name.fill('早到的站');
  await name.press('Enter');
  links.arrive();
  await links.page.locator('.links-apply .error', { hasText: '请输入网址' }).waitFor({ timeout: 60_000 });
  expect(await links.page.getByText('请输入网站名称').count()).toBe(0);
  expect([await name.inputValue(), new URL(links.page.url()).search]).toEqual(['早到的站', '']);
}, 150_000);

test('a member removes an article from their collection and undoes it', async () => {
  const { id } = await writes(0);
  const title = `封着的第 ${written} 篇`;
  const reader = await newMember(site);
  await inDatabase(site, (db) =>
    db.insertInto('collects').values({ articleId: id, userId: reader.id, createdAt: 1 }).execute(),
  );
  const { page } = await open('/user?tab=collects', reader);
  await page.locator('main').getByRole('link', { name: title }).first().waitFor();
  const tab = page.locator('.tabs a[aria-current]');
  const isStored = page.getByRole('button', { name: /^已收藏\s*《.+按下取消收藏$/ });
  const isLetGo = page.getByRole('button', { name: /^收藏\s*《/ });
  await isStored.click();
  await isLetGo.waitFor();
  await eventually(() => rowsOf('collects', reader)).toEqual([]);
  await eventually(() => tab.innerText()).toBe('收藏'); // zero is not shown
  await isLetGo.click();
  await eventually(() => rowsOf('collects', reader)).toHaveLength(1);
  await eventually(() => tab.innerText()).toMatch(/1$/);
  await page.route('**/v1/collect/**', (route) => route.abort());
  await isStored.click();
  await page.locator('.toast', { hasText: '已恢复原样' }).waitFor();
  await isStored.waitFor();
  expect(await rowsOf('collects', reader)).toHaveLength(1);
});

test('the author is notified of a like at once, and the notice disappears when it is withdrawn', async () => {
  const { path } = await writes(0);
  const reader = await newMember(site);
  const theirs = await open('/notice?type=3', author);
  const { page } = await open(path, reader);
  await button(page, 'like').click();
  const reported = theirs.page.locator('.notice-days .notice', { hasText: reader.nickname });
  await reported.waitFor();
  expect(await reported.innerText()).toContain('赞了你的文章');
  await eventually(() => pressed(page, 'like')).toBe('true');
  await button(page, 'like').click();
  await eventually(() => reported.count()).toBe(0);
  expect(await rowsOf('likes', reader)).toEqual([]);
});

test('a refused like is rolled back with a message', async () => {
  const { path } = await writes(0);
  const { page } = await open(path, await newMember(site));
  await page.route('**/v1/article/like**', (route) => route.abort());
  await button(page, 'like').click();
  await page.locator('.toast', { hasText: '已恢复原样' }).waitFor();
  expect([await pressed(page, 'like'), await count(page, 'likes')]).toEqual(['false', '']);
  await page.route('**/v1/collect/**', (route) =>
    route.fulfill({ json: { code: 429, message: '操作太频繁，请稍后再试', data: null, extra: {} } }),
  );
  await button(page, 'collect').click();
  await page.locator('.toast', { hasText: '操作太频繁' }).waitFor();
  expect([await pressed(page, 'collect'), await count(page, 'collects')]).toEqual(['false', '']);
});

test('a like without a connection says so and is undone, and is done once there is one', async () => {
  const { path } = await writes(0);
  const { page } = await open(path, await newMember(site));
  await page.context().setOffline(true);
  await button(page, 'like').click();
  // by the act, or by its script that does not come
  await page.locator('.toast', { hasText: /已恢复原样|请检查网络/ }).waitFor();
  expect([await pressed(page, 'like'), await count(page, 'likes')]).toEqual(['false', '']);
  await page.context().setOffline(false);
  await button(page, 'like').click();
  await eventually(() => count(page, 'likes')).toBe('1');
  await page.context().setOffline(true);
  await button(page, 'like').click();
  await page.locator('.toast', { hasText: '已恢复原样' }).last().waitFor();
  expect([await pressed(page, 'like'), await count(page, 'likes')]).toEqual(['true', '1']);
});

test('a button whose script does not load says so, and its retry does what was pressed', async () => {
  const { path } = await writes(0);
  const { page } = await open(path, await newMember(site));
  const failed = page.locator('.toast', { hasText: '加载失败，请检查网络' });
  const pattern = '**/assets/share-*.js';
  await page.route(pattern, (route) => route.abort());
  await page.locator('.article-rail [data-do="share"]').click();
  await failed.waitFor();
  await page.unroute(pattern);
  await failed.getByRole('button', { name: '重试' }).click();
  await page.getByRole('dialog', { name: '分享' }).waitFor();
  await page.keyboard.press('Escape');
});

test('code is copied without a further script', async () => {
  const { path } = await writes(0, '一段代码：\n\n```\n一行\n```');
  const { page } = await open(path);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.locator('[data-copy]').click();
  await page.getByRole('button', { name: /^(已复制|请手动复制)$/ }).waitFor();
});

test('a failed follow is rolled back with a message', async () => {
  const { path } = await writes(0);
  const { page } = await open(path, await newMember(site));
  await page.route('**/v1/followed/**', (route) => route.abort());
  const follow = page.locator('.article-writer-line').getByRole('button');
  await follow.click();
  await page.locator('.toast', { hasText: '已恢复原样' }).waitFor();
  await eventually(() => follow.innerText()).toBe('关注');
});

test('two simultaneous clicks count as one, and the page shows the state of the server', async () => {
  const { id, path } = await writes(0);
  const reader = await newMember(site);
  const { page, faults } = await open(path, reader);
  await button(page, 'like').dblclick();
  await eventually(() => rowsOf('likes', reader)).toHaveLength(1);
  await eventually(() => pressed(page, 'like')).toBe('true');
  expect(await count(page, 'likes')).toBe('1');
  const counted = () =>
    inDatabase(site, (db) => db.selectFrom('articles').select('likes').where('id', '=', id).executeTakeFirstOrThrow());
  expect(await counted()).toEqual({ likes: 1 });
  expect(faults).toEqual([]);
});

test.each(['like', 'collect'] as const)('a visitor who wants to %s is asked to log in', async (name) => {
  const { path } = await writes(0);
  const { page } = await open(path);
  await button(page, name).click();
  await page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
  expect(await pressed(page, name)).toBe('false');
});

test('an answer that comes after the next article was opened leaves that one alone', async () => {
  const [first, second] = [await writes(2), await writes(1)];
  const reader = await newMember(site);
  const token = await tokenFor(site, reader);
  await apiOf(site, { token }).articles.like({ query: { articleId: first.id, like: '1' } });
  await workDone(site);
  const { page, faults } = await openPage({ viewport: { width: widths.wide, height: 900 } });
  await carryToken(page, site, token);
  const held = Promise.withResolvers<void>();
  await page.route(new RegExp(`/v1/(article/info\\?id=${first.id}|collect/)`), async (route) => {
    await held.promise;
    await route.continue();
  });
  const unlocking = page.waitForRequest((request) => request.url().includes(`/article/info?id=${first.id}`));
  await page.goto(first.path);
  await unlocking;
  await hydrated(page);
  await button(page, 'collect').click();
  await eventually(() => pressed(page, 'collect')).toBe('true');
  await page.locator(`main a[href="${second.path}"]`).first().click();
  await gate(page).waitFor();
  await page.waitForURL(`**${second.path}`);
  const answers = Promise.all([
    page.waitForResponse((answer) => answer.url().includes(`/article/info?id=${first.id}`)),
    page.waitForResponse((answer) => answer.url().includes('/v1/collect/')),
  ]);
  held.resolve();
  await answers;
  await page.waitForTimeout(300);
  expect(await page.content()).not.toContain(secret);
  expect(await gate(page).isVisible()).toBe(true);
  expect([await pressed(page, 'collect'), await count(page, 'collects')]).toEqual(['false', '']);
  expect(faults).toEqual([]);
});

test('a like unlocks an article in place', async () => {
  const { path } = await writes(2);
  const { page, faults } = await open(path, await newMember(site));
  expect(await page.content()).not.toContain(secret);
  await gate(page).getByRole('button', { name: '点赞并展开' }).click();
  await page.getByText(secret).waitFor();
  expect(await gate(page).isVisible()).toBe(false);
  await expect.poll(() => page.locator('.article-toc .article-contents a').allInnerTexts()).toEqual(['一', '二']);
  expect(await pressed(page, 'like')).toBe('true');
  expect(await focusIn(page)).toBe('prose');
  await page.reload();
  await page.getByText(secret).waitFor();
  // a reader who had unlocked it before sees it like any article
  expect(await focusIn(page)).toBe('');
  expect(faults).toEqual([]);
});

test('headings that their author numbered get no second number once they are unlocked', async () => {
  const { path } = await writes(
    2,
    `谁都能读的开头。\n\n<!-- more -->\n\n## 一、起\n\n${secret}。\n\n## 二、承\n\n完。`,
  );
  const { page } = await open(path, await newMember(site));
  await gate(page).getByRole('button', { name: '点赞并展开' }).click();
  await page.getByText(secret).waitFor();
  const heading = page.locator('.prose').getByRole('heading', { name: '一、起' });
  expect(await heading.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('none');
});

/** Whether the keyboard stands in the text. */
const focusIn = (page: Page) => page.evaluate(() => document.activeElement?.closest('.prose')?.classList[0] ?? '');

const wholeText = [
  '谁都能读的开头。',
  '<!-- more -->',
  '## 其一',
  secret,
  '```js\nconst open = true;\n```',
  '![门](/icons/192.png)',
  '## 其二',
  '完。',
].join('\n\n');

test.each([
  [widths.wide, 'from the server'],
  [widths.phone, 'from the server'],
  [widths.wide, 'by a link'],
  [widths.phone, 'by a link'],
])('unlocking brings contents, code buttons and pictures with the text: %i px, %s', async (width, from) => {
  const title = `全在里面${++written}`;
  const id = await writeArticle(site, { authorId: author.id, title, markdown: wholeText, readType: 2 });
  const start = from === 'by a link' ? '/archive' : `/article/${id}`;
  await workDone(site); // the archive knows of it
  const { page, faults, listening } = await open(start, await newMember(site), width);
  if (from === 'by a link') await page.locator('main').getByRole('link', { name: title }).first().click();
  await page.waitForURL(`**/article/${id}`);
  await listening;
  expect(await page.locator('.article-thanks').isVisible()).toBe(false);
  expect(await page.getByText('目录').filter({ visible: true }).count()).toBe(0);
  await gate(page).getByRole('button', { name: '点赞并展开' }).click();
  await page.getByText(secret).waitFor();
  await page.locator('.article-thanks').getByRole('button', { name: '分享' }).waitFor();
  await page.getByRole('region', { name: '版权声明' }).waitFor();

  expect(await page.locator('.prose pre code span').count()).toBeGreaterThan(0);
  await page.locator('.prose').getByRole('button', { name: '复制' }).click();
  await page.getByRole('button', { name: /^(已复制|请手动复制)$/ }).waitFor();
  await page.getByRole('button', { name: '查看大图：门' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('dialog').count()).toBe(0);

  const isNarrow = width === widths.phone;
  if (isNarrow) await page.locator('.article-dock').getByRole('button', { name: '目录' }).click();
  const contents = isNarrow ? page.getByRole('dialog', { name: '目录' }) : page.locator('.article-toc');
  await eventually(() => contents.locator('.article-contents a').allInnerTexts()).toEqual(['其一', '其二']);
  await contents.getByRole('link', { name: '其二' }).click();
  await eventually(() => page.evaluate(() => decodeURIComponent(location.hash))).not.toBe('');
  expect(faults).toEqual([]);
});

test('a released comment unlocks an article while the reader stays on the page', async () => {
  const { id, path } = await writes(1);
  const reader = await newMember(site);
  const { page } = await open(path, reader);
  await gate(page).getByRole('link', { name: '写评论' }).waitFor();
  await page.waitForTimeout(2000); // once it listens, it looks for what it missed
  // likes of others are no reason to look
  let requests = 0;
  page.on('request', (request) => request.url().includes('/v1/article/info') && requests++);
  for (let likes = 1; likes <= 5; likes++) await publish(site, { topic: `article:${id}`, type: 'likes', id: likes });
  await eventually(() => count(page, 'likes')).toBe('5');
  await page.waitForTimeout(2000);
  expect(requests).toBe(0);
  await inDatabase(site, async (db) => {
    const comment = { articleId: id, authorId: reader.id, text: '来过', createdAt: Date.now(), removedAt: null };
    await db.insertInto('comments').values(comment).execute();
  });
  await publish(site, { topic: `article:${id}`, type: 'comment', id: 1 });
  await page.getByText(secret).waitFor();
  expect(await gate(page).isVisible()).toBe(false);
});

test('a visitor unlocks an article with a code once, and the browser remembers, however many it knows', async () => {
  const { path } = await writes(3);
  const { page, faults } = await open(path);
  await page.evaluate(() => {
    const others = Array.from({ length: 200 }, (_, at) => [9000 + at, 'key']);
    localStorage.setItem('articleKeys', JSON.stringify(Object.fromEntries(others)));
  });
  const field = page.getByLabel('公众号「墨笺小站」给的六位数字');
  const open3 = gate(page).getByRole('button', { name: '展开全文' });
  await field.fill('12');
  await open3.click();
  await page.getByText('验证码是 6 位数字').waitFor();
  await field.fill('000000');
  await field.press('Enter');
  await page.getByText('验证码不对或已经用过了，请重新获取').waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

  const code = await issue();
  await field.fill(code);
  await field.press('Enter');
  await page.getByText(secret).waitFor();
  await page.reload();
  await page.getByText(secret).waitFor();
  const count = () => page.evaluate(() => JSON.parse(localStorage.getItem('articleKeys') ?? '').length);
  expect(await count()).toBe(200);

  const other = await open(path);
  await other.page.getByLabel('公众号「墨笺小站」给的六位数字').fill(code);
  await other.page.keyboard.press('Enter');
  await other.page.getByText('验证码不对').waitFor();
  expect(await other.page.content()).not.toContain(secret);
  // the browser's own word for a refused call: the two wrong codes
  expect([...faults, ...other.faults].map((fault) => /status of 400/.test(fault))).toEqual([true, true]);
});

test('logging in unlocks an article', async () => {
  const { path } = await writes(4);
  const visitor = await open(path);
  await gate(visitor.page).getByRole('button', { name: '登录' }).click();
  await visitor.page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
  expect(await visitor.page.content()).not.toContain(secret);
  const { page } = await open(path, await newMember(site));
  await page.getByText(secret).waitFor();
  expect(await gate(page).isVisible()).toBe(false);
});

test('like, collect and unlock forms are accessible at any width in both themes', async () => {
  // the gates differ in texts and one field: all are checked at the narrow width
  for (const readType of [1, 2, 3, 4]) {
    const { path } = await writes(readType);
    const { page } = await open(path, undefined, widths.phone);
    const narrow = views.filter(({ width }) => width === widths.phone);
    for (const look of readType === 3 ? sampleOf(views, 3) : sampleOf(narrow, 2)) {
      await turnTo(page, look);
      expect(
        await barriers(page, { within: ['.article-gate', '.article-rail', '.article-dock'] }),
        `${readType} ${look.width}`,
      ).toEqual([]);
      expect(await overflow(page), `${readType} ${look.width}`).toBeLessThanOrEqual(0);
    }
  }
}, 120_000);
