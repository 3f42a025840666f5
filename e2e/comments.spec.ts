import type { Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { dropPages, inDatabase } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { alive, commentsOn, field, path, removeComments, row, say, send, toast } from './commenting.ts';
import { sampleOf } from './long.ts';
import { overflow, turnTo } from './looked-at.ts';
import { carryToken, forgetTries, type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
const open = commentsOn({ site, openPage });
afterEach(() => removeComments(site));
/** Several browsers at once take their time on two cores. */
vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 25_000 } } });

/** The comment with this text has the focus and is to be seen. */
async function reached(page: Page, text: string) {
  const focused = page.locator('.comment:focus > div > .comment-text', { hasText: text });
  await focused.waitFor();
  await expect.poll(() => focused.evaluate(isInView), { timeout: 25_000 }).toBe(true);
}
function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** Comments as they lie in the database, one a second; `under` one of them or at the top. Returns their numbers. */
async function written(author: Pick<Member, 'id'>, texts: string[], under: number | null = null) {
  return inDatabase(site, async (db) => {
    const place = { articleId: 1, parentId: under, replyToId: under };
    const row = { ...place, authorId: author.id, sendKey: null, removedAt: null };
    const ids: number[] = [];
    for (const [n, text] of texts.entries()) {
      const comment = { ...row, text, html: `<p>${text}</p>`, createdAt: 1_700_000_000_000 + n * 1000 };
      ids.push((await db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow()).id);
    }
    const more = texts.length;
    const { comments } = await db
      .selectFrom('articles')
      .select('comments')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('articles')
      .set({ comments: comments + more })
      .where('id', '=', 1)
      .execute();
    if (under) await db.updateTable('comments').set({ replies: more }).where('id', '=', under).execute();
    return ids;
  });
}

test('two members and a visitor see each other’s comment, reply, like, notice and deletion live', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const [one, two, visitor] = [await open(lin), await open(ming), await open()];
  await say(one.page, '看到第三条笑出声');
  await toast(one.page, '评论成功');
  expect(await field(one.page).inputValue()).toBe('');

  for (const { page } of [two, visitor]) {
    await page.getByRole('button', { name: '1 条新评论' }).click();
    await row(page, '看到第三条笑出声').waitFor();
    expect(await page.locator('#comments h2').textContent()).toBe('评论 1');
  }
  expect(await one.page.getByText('条新评论').count()).toBe(0);

  await row(two.page, '看到第三条').getByRole('button', { name: '回复' }).click();
  await two.page.getByRole('textbox', { name: `回复 ${lin.nickname}` }).fill('我也是');
  await send(two.page).last().click();
  await two.page.locator('.comment-replies', { hasText: '我也是' }).waitFor();
  const heart = row(two.page, '看到第三条').getByRole('button', { name: '点赞' }).first();
  await heart.click();
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');

  await one.page.getByRole('button', { name: '1 条新评论' }).click();
  await one.page.locator('.comment-replies', { hasText: '我也是' }).waitFor();
  await one.page.goto('/notice?type=1');
  await one.page.getByText('我也是').waitFor();
  await one.page.getByRole('link', { name: ming.nickname }).first().click();
  await reached(one.page, '我也是');

  await row(two.page, '我也是').getByRole('button', { name: '删除' }).click();
  await two.page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await toast(two.page, '评论已删除');
  await expect.poll(() => one.page.getByText('我也是').count(), { timeout: 25_000 }).toBe(0);
  for (const { faults } of [one, two, visitor]) expect(faults).toEqual([]);
});

test('a reply half written stays when the comment it answers is deleted', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const [one, two] = [await open(lin), await open(ming)];
  await say(one.page, '马上就删');
  await two.page.getByRole('button', { name: '1 条新评论' }).click();
  await row(two.page, '马上就删').getByRole('button', { name: '回复' }).click();
  const reply = two.page.getByRole('textbox', { name: `回复 ${lin.nickname}` });
  await reply.fill('写了一半的话');
  await row(one.page, '马上就删').getByRole('button', { name: '删除' }).click();
  await one.page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await two.page.getByText('该评论已删除').waitFor();
  expect(await reply.inputValue()).toBe('写了一半的话');
  await send(two.page).last().click();
  await two.page.locator('.comment-form-reply .error', { hasText: '它回复的评论已经不在了' }).waitFor();
  expect(await reply.inputValue()).toBe('写了一半的话');
  for (const { faults } of [one, two]) expect(faults.filter((fault) => !/status of 410/.test(fault))).toEqual([]);
});

test('a press of the served button while the comments load sends once they are there', async () => {
  const { page, faults } = await openPage({ viewport: { width: 1200, height: 500 } });
  await carryToken(page, site, await tokenFor(site, await newMember(site)));
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/open-comments-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path);
  await hydrated(page);
  await page.locator('#comments[data-awake="true"]').waitFor();
  await field(page).fill('按得早');
  await send(page).click();
  held.resolve();
  await row(page, '按得早').waitFor();
  expect(await row(page, '按得早').count()).toBe(1);
  expect(faults).toEqual([]);
});

test('scripts in texts and names do not run', async () => {
  const lin = await newMember(site);
  const nickname = '<img src=x onerror=hit(1)>';
  await inDatabase(site, (db) => db.updateTable('users').set({ nickname }).where('id', '=', lin.id).execute());
  const hostile = [
    '<script>hit(1)</script><img src=x onerror=hit(1)>',
    '[点](javascript:hit(1)) [a](data:text/html,<script>hit(1)</script>)',
    '"><svg onload=hit(1)> @<img src=x onerror=hit(1)>',
    '<a href="javascript:hit(1)">x</a> `<iframe srcdoc="<script>hit(1)</script>">`',
  ];
  const { page, faults } = await open(lin);
  await page.evaluate(() => Object.assign(globalThis, { hit: () => Object.assign(globalThis, { wasHit: true }) }));
  for (const text of hostile) {
    await field(page).fill(text);
    await send(page).click();
    await toast(page, '评论成功');
    await expect.poll(() => field(page).inputValue()).toBe('');
  }
  await row(page, 'hit(1)').getByRole('button', { name: '回复' }).click();
  await page.reload();
  await alive(page);
  await row(page, 'hit(1)').waitFor();
  for (const link of await page.locator('.comment-text a').all())
    expect(await link.getAttribute('href')).not.toMatch(/^(javascript|data):/i);
  expect(await page.locator('.comment :is(script, svg[onload], iframe, img:not(.face, .photo))').count()).toBe(0);
  expect(await page.evaluate(() => 'wasHit' in globalThis)).toBe(false);
  expect(faults).toEqual([]);
});

test('the first comments are rendered on the server', async () => {
  await written(await newMember(site), ['写在纸上的第一句']);
  await dropPages(site, 'article:1');
  const { page } = await openPage({ javaScriptEnabled: false });
  await expect
    .poll(
      async () => {
        await page.goto(path);
        return page.locator('#comments .comment-text').allTextContents();
      },
      { timeout: 25_000, interval: 500 },
    )
    .toEqual(['写在纸上的第一句']);
  expect(await page.locator('#comments button:visible').count()).toBe(0);
});

test('more comments load, the order changes, and going back restores the list and its position', async () => {
  const lin = await newMember(site);
  await written(
    lin,
    Array.from({ length: 25 }, (_, n) => `第${n}句`),
  );
  await inDatabase(site, (db) => db.updateTable('comments').set({ likes: 9 }).where('text', '=', '第3句').execute());
  const { page } = await open();
  await page.getByRole('button', { name: '加载更多' }).click();
  await row(page, '第5句').waitFor();
  await page.getByRole('button', { name: '加载更多' }).click();
  await row(page, '第0句').waitFor();
  expect(await page.locator('.comments-list > li').count()).toBe(25);
  expect(await page.getByRole('button', { name: '加载更多' }).count()).toBe(0);

  const place = row(page, '第2句');
  await place.scrollIntoViewIfNeeded();
  const before = (await place.boundingBox())?.y ?? 0;
  await place.locator('.comment-head a').click();
  await page.waitForURL(`**/user/${lin.id}`);
  await page.goBack();
  await row(page, '第0句').waitFor();
  await expect.poll(async () => Math.abs(((await row(page, '第2句').boundingBox())?.y ?? 0) - before)).toBeLessThan(40);

  await page.getByRole('button', { name: '最热' }).click();
  await expect.poll(() => page.locator('.comments-list .comment-text').first().textContent()).toBe('第3句');
});

test('a page that arrives after the order has changed is dropped, and all comments still load', async () => {
  const lin = await newMember(site);
  await written(
    lin,
    Array.from({ length: 25 }, (_, n) => `第${n}句`),
  );
  await inDatabase(site, (db) => db.updateTable('comments').set({ likes: 9 }).where('text', '=', '第3句').execute());
  const { page } = await open();
  const more = page.getByRole('button', { name: '加载更多' });
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/v1\/comment\/\?.*after=/, (route) => mayCome.then(() => route.continue()), { times: 1 });
  const late = page.waitForResponse(/\/v1\/comment\/\?.*after=/);
  await more.click();
  await page.getByRole('button', { name: '最热' }).click();
  await expect.poll(() => page.locator('.comments-list .comment-text').first().textContent()).toBe('第3句');
  letCome();
  await late;
  for (const count of [20, 25]) {
    await more.click();
    await expect.poll(() => page.locator('.comments-list > li').count()).toBe(count);
  }
  expect(await more.count()).toBe(0);
});

test('the button after a failure repeats what failed: another order, or the replies of one comment', async () => {
  const author = await newMember(site);
  const ids = await written(
    author,
    Array.from({ length: 3 }, (_, n) => `第 ${n + 1} 条`),
  );
  await written(
    author,
    Array.from({ length: 8 }, (_, n) => `回第 ${n + 1} 次`),
    ids[1],
  );
  const { page } = await open();
  await page.getByText('回第 1 次').waitFor();
  let isCut = true;
  await page.route('**/v1/comment/**', (route) => (isCut ? route.abort() : route.continue()));
  const retry = page.locator('#comments').getByRole('button', { name: '加载失败，重试' });

  await page.getByRole('button', { name: '最热' }).click();
  await retry.waitFor();
  expect(await page.getByRole('button', { name: '最新' }).getAttribute('aria-pressed')).toBe('true');
  isCut = false;
  await retry.click();
  await expect.poll(() => page.getByRole('button', { name: '最热' }).getAttribute('aria-pressed')).toBe('true');

  isCut = true;
  await page.locator(`[data-act="expand-${ids[1]}"]`).click();
  await retry.waitFor();
  isCut = false;
  await retry.click();
  await page.getByText('回第 8 次').waitFor();
  expect(await retry.count()).toBe(0);
});

test('a link to a comment leads to it however far down, also from the same page', async () => {
  const lin = await newMember(site);
  const ids = await written(
    lin,
    Array.from({ length: 25 }, (_, n) => `第${n}句`),
  );
  const [oldest = 0, second = 0] = ids;
  const replies = await written(
    lin,
    Array.from({ length: 6 }, (_, n) => `第${n}答`),
    oldest,
  );
  const { page, faults } = await open(undefined, { at: `${path}#comment-${second}` });
  await reached(page, '第1句');

  const last = replies.at(-1);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#comment-${last}`);
  await reached(page, '第5答');
  await page.getByRole('button', { name: '展开 2 条回复' }).click();
  await page.locator('.comment-replies', { hasText: '第4答' }).waitFor();
  expect(await page.locator('.comment-replies .comment-text').allTextContents()).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => `第${n}答`),
  );

  await page.evaluate(() => {
    location.hash = '#comment-999999';
  });
  await toast(page, '这条评论已经不在了');
  expect(await page.locator('.comment-replies .comment-text').count()).toBe(6);
  expect(faults).toEqual([]);
});

test('the staff sees why a comment is held and releases it, and readers see it live', async () => {
  const [lin, moderator] = [await newMember(site), await newMember(site)];
  await inDatabase(site, (db) =>
    db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator.id).execute(),
  );
  const [one, visitor] = [await open(lin), await open()];
  await say(one.page, '一 https://a.cn 二 https://b.cn 三 https://c.cn');
  await row(one.page, 'a.cn').getByText('审核中').waitFor();
  expect(await one.page.getByText('审核的原因').count()).toBe(0);

  const staff = await open(moderator);
  await row(staff.page, 'a.cn').getByText('审核的原因：链接超过').waitFor();
  await row(staff.page, 'a.cn').getByRole('button', { name: '通过' }).click();
  await toast(staff.page, '已通过');
  expect(await row(staff.page, 'a.cn').getByText('审核').count()).toBe(0);
  await visitor.page.getByRole('button', { name: '1 条新评论' }).click();
  await row(visitor.page, 'a.cn').waitFor();
  await row(one.page, 'a.cn').getByRole('button', { name: '回复' }).waitFor();
  expect(await one.page.getByText('审核中').count()).toBe(0);
  for (const { page, faults } of [one, visitor, staff]) {
    expect(await page.locator('#comments h2').textContent()).toBe('评论 1');
    expect(faults).toEqual([]);
  }
});

test('the personal centre lists one’s comments with a link to each and a way to delete it', async () => {
  const lin = await newMember(site);
  const ids = await written(
    lin,
    Array.from({ length: 12 }, (_, n) => `第${n}句`),
  );
  await inDatabase(site, (db) =>
    db
      .updateTable('comments')
      .set({ state: 'held' })
      .where('id', '=', ids[11] ?? 0)
      .execute(),
  );
  const { page, faults } = await openPage();
  await carryToken(page, site, await tokenFor(site, lin));
  await page.goto('/user?tab=comments');
  const rows = page.locator('.own-comments > li');
  await rows.filter({ hasText: '第11句' }).getByText('审核中').waitFor();
  expect(await rows.count()).toBe(10);
  await page.getByRole('button', { name: '加载更多' }).click();
  await page.getByText('到这里就看完了，共 12 条').waitFor();
  expect(await rows.count()).toBe(12);

  await rows.filter({ hasText: '第0句' }).getByRole('link').click();
  await page.waitForURL(`**${path}#comment-${ids[0]}`);
  await reached(page, '第0句');
  await page.goBack();
  await page.getByText('到这里就看完了，共 12 条').waitFor();

  await rows.filter({ hasText: '第10句' }).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await toast(page, '评论已删除');
  await page.getByText('共 11 条').waitFor();
  expect(await rows.filter({ hasText: '第10句' }).count()).toBe(0);
  await expect
    .poll(() => page.locator('.tabs').getByRole('link', { name: '评论' }).textContent(), { timeout: 25_000 })
    .toBe('评论10');
  expect(await barriers(page, { within: ['.own-comments'] })).toEqual([]);
  expect(faults).toEqual([]);
});

test('a refused comment like is rolled back with a message', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  await written(lin, ['等一个赞']);
  const { page } = await open(ming);
  await page.route('**/v1/comment/like**', (route) => route.abort());
  const heart = row(page, '等一个赞').getByRole('button', { name: '点赞' });
  await heart.click();
  await toast(page, '请重试');
  expect(await heart.getAttribute('aria-pressed')).toBe('false');
});

test('a held comment is marked for its author and hidden from others', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const { page } = await open(lin);
  await say(page, '一 https://a.cn 二 https://b.cn 三 https://c.cn');
  await page.locator('.comment', { hasText: '审核中' }).waitFor();
  const other = await open(ming);
  expect(await other.page.getByText('还没有评论').count()).toBe(1);
});

test('an edit and a release made while a screen was cut off are shown once it is back', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const [edited] = await written(ming, ['原来的话', '另一句']);
  const { page } = await open(lin);
  await say(page, '一 https://a.cn 二 https://b.cn 三 https://c.cn');
  await page.locator('.comment', { hasText: '审核中' }).waitFor();
  await page.context().setOffline(true);
  await inDatabase(site, async (db) => {
    await db
      .updateTable('comments')
      .set({ html: '<p>改过的话</p>' })
      .where('id', '=', edited ?? 0)
      .execute();
    await db.updateTable('comments').set({ state: 'shown' }).where('state', '=', 'held').execute();
  });
  await page.context().setOffline(false);
  await row(page, '改过的话').waitFor();
  await page.locator('.comment', { hasText: '审核中' }).waitFor({ state: 'detached' });
  expect(await page.locator('#comments h2').textContent()).toContain('3');
});

test('a comment is reported with a reason after logging in', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  await written(lin, ['买一送一']);
  const { page } = await open(ming);
  await row(page, '买一送一').hover();
  await row(page, '买一送一').getByRole('button', { name: '举报' }).click();
  const dialog = page.getByRole('dialog', { name: '举报这条评论' });
  await dialog.getByRole('button', { name: '举报' }).click();
  await dialog.locator('.error', { hasText: '请说明理由' }).waitFor();
  await dialog.getByRole('button', { name: '垃圾广告' }).click();
  await dialog.getByRole('button', { name: '举报' }).click();
  await toast(page, '举报成功');
  const reports = await inDatabase(site, (db) => db.selectFrom('reports').select(['reporterId', 'reason']).execute());
  expect(reports).toEqual([{ reporterId: ming.id, reason: '垃圾广告' }]);
});

test('axe finds nothing at any width, light and dark', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  await written(lin, ['一句', '又一句']);
  await forgetTries(site);
  for (const width of sampleOf(Object.values(widths), 3)) {
    const { page, faults } = await open(ming, { viewport: { width, height: 900 } });
    await row(page, '又一句').getByRole('button', { name: '回复' }).click();
    await page.getByRole('button', { name: '表情' }).last().click();
    for (const theme of ['light', 'dark'] as const) {
      await turnTo(page, { width, theme });
      expect(await barriers(page, { within: ['#comments'] }), `${width} ${theme}`).toEqual([]);
    }
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  }
});

test('a comment is edited in place, others see it live, and it is locked once answered', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const [{ page, faults }, other] = [await open(lin), await open(ming)];
  await field(page).fill('春**风**来了');
  await send(page).first().click();
  await row(page, '春风来了').waitFor();
  await other.page.getByRole('button', { name: '1 条新评论' }).click();
  await row(other.page, '春风来了').waitFor();
  expect(await row(other.page, '春风来了').getByRole('button', { name: '编辑' }).count()).toBe(0);

  const edited = page.getByRole('textbox', { name: '编辑评论' });
  const begin = (text: string) => row(page, text).getByRole('button', { name: '编辑' }).click();
  await begin('春风来了');
  expect(await edited.inputValue()).toBe('春**风**来了');
  for (const width of [widths.phone, widths.desktop])
    for (const theme of ['light', 'dark'] as const) {
      await turnTo(page, { width, theme });
      await edited.scrollIntoViewIfNeeded();
      expect(await barriers(page), `${width} ${theme}`).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/edit-${width}-${theme}.png` });
    }
  await edited.fill('不要这样');
  await edited.press('Escape');
  await row(page, '春风来了').waitFor();
  expect(await page.locator('.comment:focus .comment-text').first().innerText()).toBe('春风来了');
  await begin('春风来了');
  expect(await edited.inputValue()).toBe('春**风**来了');
  await edited.fill(' ');
  await edited.press('Control+Enter');
  await page.locator('.comment-form-editing .error', { hasText: '评论不能为空' }).waitFor();
  await edited.fill('春**雨**来了');
  await edited.press('Control+Enter');
  await toast(page, '已保存');
  for (const one of [page, other.page]) {
    const when = row(one, '春雨来了').getByText('已编辑');
    await when.waitFor();
    expect(await when.getAttribute('title')).toMatch(/^编辑于 \d{4}-\d\d-\d\d \d\d:\d\d$/);
  }
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/edited.png` });

  await row(other.page, '春雨来了').getByRole('button', { name: '回复' }).click();
  await other.page.getByRole('textbox', { name: `回复 ${lin.nickname}` }).fill('好雨');
  await send(other.page).last().click();
  await other.page.locator('.comment-replies', { hasText: '好雨' }).waitFor();
  await begin('春雨来了');
  await edited.fill('改不了了');
  await page.getByRole('button', { name: '保存' }).click();
  await page.locator('.comment-form-editing .error', { hasText: '已经有人回复，不能再编辑' }).waitFor();
  expect(await edited.inputValue()).toBe('改不了了');
  await page.getByRole('button', { name: '取消' }).click();
  await row(page, '春雨来了').waitFor();
  expect(faults.filter((fault) => !/status of 403/.test(fault))).toEqual([]);
});

test('a selected passage of a comment is quoted in the composer', async () => {
  const lin = await newMember(site);
  await written(lin, ['这一句值得引用']);
  const { page, faults } = await openPage();
  page.setDefaultTimeout(25_000);
  await carryToken(page, site, await tokenFor(site, lin));
  await page.goto(path);
  const offer = page.getByRole('button', { name: '引用', exact: true });
  const said = row(page, '这一句值得引用').locator('> div > .comment-text');
  const reply = page.getByRole('textbox', { name: `回复 ${lin.nickname}` });
  await said.click({ clickCount: 3 });
  await row(page, '这一句值得引用').getByRole('button', { name: '回复' }).click();
  await expect.poll(() => reply.inputValue()).toBe('> 这一句值得引用\n\n');
  await reply.fill('已经写了一半');
  await said.click({ clickCount: 3 });
  await offer.click();
  await expect.poll(() => reply.inputValue()).toBe('已经写了一半\n\n> 这一句值得引用\n\n');
  expect(await offer.count()).toBe(0);
  await said.click();
  await row(page, '这一句值得引用').getByRole('button', { name: '回复' }).first().click();
  expect(await reply.count()).toBe(0);
  expect(faults).toEqual([]);
});
