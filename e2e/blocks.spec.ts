import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { say, writeArticle } from './arrange.ts';
import { hydrated, widths } from './browser.ts';
import { savePicture } from './look.ts';
import { turnTo } from './looked-at.ts';
import { carryToken, type Member, newMembers, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

test('what a blocked member said is on none of the pages of who blocked them, until it is undone', {
  timeout: 120_000,
}, async () => {
  const [lin, ming, nan] = (await newMembers(site, 3)) as [Member, Member, Member];
  const tokens = new Map(
    await Promise.all([lin, ming, nan].map(async (who) => [who, await tokenFor(site, who)] as const)),
  );
  const as = (who: Member) => apiOf(site, { token: tokens.get(who) });
  const id = await writeArticle(site, { authorId: lin.id, title: '渡口', markdown: '一句。' });
  const { id: above } = await as(ming).comments.post({ body: { articleId: id, text: '扰人的话' } });
  await as(nan).comments.post({ body: { articleId: id, text: '别人的答复', replyTo: above } });
  await as(nan).comments.post({ body: { articleId: id, text: '南枝的话' } });
  for (const n of ['一', '二', '三'])
    await as(ming).comments.post({ body: { articleId: id, text: `又来一句，第${n}句` } });
  const sayId = await say(site, { authorId: ming.id, text: '扰人的说说' });
  await as(ming).board.post({ body: { text: '扰人的留言' } });

  const { page, faults } = await openPage({ viewport: { width: widths.wide, height: 900 } });
  await carryToken(page, site, tokens.get(lin) ?? '');
  await page.goto(`/article/${id}`);
  await hydrated(page);
  const row = page.locator(`#comment-${above}`);
  await row.hover();
  await savePicture(page, 'blocks-menu');
  await row.getByRole('button', { name: '拉黑' }).first().click();
  const seen = async (words: string) => {
    const all = await page.getByText(words).all();
    return (await Promise.all(all.map((one) => one.isVisible()))).includes(true);
  };
  const isHidden = (words: string) =>
    expect.poll(() => seen(words), { message: page.url(), timeout: 10_000 }).toBe(false);
  await isHidden('扰人的话');
  expect(await page.getByText('别人的答复').isVisible()).toBe(true);
  const threads = page.locator('.comments-list > li');
  const shown = () => threads.evaluateAll((all) => all.filter((one) => one.getClientRects().length > 0).length);
  expect(await shown(), 'a line stays above the answer of somebody else, and nothing of the rest').toBe(2);
  for (const width of [widths.phone, widths.wide])
    for (const theme of ['light', 'dark'] as const) {
      await turnTo(page, { width, theme });
      await savePicture(page, `blocks-thread-${width}-${theme}`);
    }
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByText('扰人的话').waitFor();

  const search = `/search?q=${encodeURIComponent('扰人的')}`;
  const found = page.locator('.search-found', { hasText: '扰人的' });
  await expect.poll(async () => (await page.goto(search)) && found.count(), { timeout: 20_000 }).toBe(2);
  await as(lin).blocks.block({ query: { userId: ming.id } });
  for (const path of [`/article/${id}`, '/say', `/say?id=${sayId}`, '/message', '/', search]) {
    const known = page.waitForResponse('**/v1/user/selectUserInfoByToken**', { timeout: 20_000 });
    known.catch(() => {});
    await page.goto(path);
    await known;
    await isHidden('扰人的');
  }
  await page.goto('/user');
  await page.getByRole('button', { name: /^查看\s*拉黑的人$/ }).click();
  await page.getByRole('button', { name: `解除对 ${ming.nickname} 的拉黑` }).click();
  await page.getByText('没有拉黑任何人。').waitFor();
  await page.goto('/message');
  await page.getByText('扰人的留言').first().waitFor();
  expect(faults).toEqual([]);
});
