import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { isLooking, savePicture } from './look.ts';
import { overflow, turnTo } from './looked-at.ts';
import { carryToken, tokenFor, workDone } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

const secret = '余下的路';
const markdown = `到渡口为止，谁都能读。\n\n<!-- more -->\n\n${secret}，只说给知道口令的人。`;

async function picture(page: Page, name: string, at: string) {
  if (!isLooking) return;
  await page.locator(at).first().scrollIntoViewIfNeeded();
  await savePicture(page, name);
}

/** Looks at a part of the page at the outer widths in both themes; saves pictures where `LOOK` names a folder. */
async function appearance(page: Page, within: string, name: string, at = within) {
  for (const width of [widths.phone, widths.wide])
    for (const theme of ['light', 'dark'] as const) {
      await turnTo(page, { width, theme });
      await picture(page, `${name}-${width}-${theme}`, at);
      expect(await overflow(page), `${name} ${width}`).toBe(0);
      if ((theme === 'light') === (width === widths.phone))
        expect(await barriers(page, { within: [within] }), `${name} ${width} ${theme}`).toEqual([]);
    }
}

test('an editor gives an article a word; whoever has it reads on in that browser until it changes', {
  timeout: 120_000,
}, async () => {
  const editor = await newStaff(site, 'editor');
  const token = await tokenFor(site, editor);
  const { drafts } = apiOf(site, { token });
  const content = { title: '渡口', markdown };
  const { id } = await drafts.create({ body: { key: crypto.randomUUID(), content } });

  const desk = await openPage({ viewport: { width: widths.wide, height: 900 }, reducedMotion: 'reduce' });
  await carryToken(desk.page, site, token);
  await desk.page.goto(`/newposts?id=${id}`);
  const panel = desk.page.getByRole('complementary', { name: '文章设置' });
  await panel.getByRole('radio', { name: '凭口令阅读' }).check();
  await desk.page.getByRole('button', { name: '发布', exact: true }).first().click();
  await desk.page.getByRole('button', { name: '还没有写口令' }).click();
  const word = panel.getByLabel('口令', { exact: true });
  await expect.poll(() => word.evaluate((field) => field === document.activeElement)).toBe(true);
  await word.fill('天王盖地虎');
  await panel.getByLabel('提示').fill('下一句是宝塔镇河妖');
  const stored = async () => (await drafts.mine({ query: { id } })).content;
  await expect.poll(async () => (await stored()).passwordHint, { timeout: 20_000 }).toBe('下一句是宝塔镇河妖');
  await appearance(desk.page, '.settings', 'editor', '[data-field="passwordHint"]');
  await turnTo(desk.page, { width: widths.wide, theme: 'light' });
  await desk.page.reload();
  await panel.getByPlaceholder('已经设好，要换就写新的').waitFor();
  expect(await desk.page.content()).not.toContain('天王盖地虎');
  const publishes = async () =>
    drafts.submit({ body: { id, version: (await drafts.mine({ query: { id } })).version } });
  await publishes();
  await workDone(site);

  const { page, faults } = await openPage({ viewport: { width: widths.phone, height: 900 } });
  await page.goto(`/article/${id}`);
  await hydrated(page);
  const field = page.getByLabel('口令', { exact: true });
  await page.getByText('提示：下一句是宝塔镇河妖').waitFor();
  await field.press('Enter');
  await page.getByText('请输入口令').waitFor();
  await field.fill('小鸡炖蘑菇');
  await field.press('Enter');
  await page.getByText('口令不对').waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await appearance(page, '.article-gate', 'reader');
  await field.fill('天王盖地虎');
  await field.press('Enter');
  await page.getByText(secret).waitFor();
  await page.reload();
  await page.getByText(secret).waitFor();
  await page.goto(`/article/${id}/read`);
  await page.getByText(secret).waitFor();
  expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]);

  const { page: plain } = await openPage({ javaScriptEnabled: false });
  await plain.goto(`/article/${id}`);
  const lines = await plain.locator('.article-gate p').allInnerTexts();
  expect(lines).toContain('展开全文要用到脚本，请在浏览器里允许它。');

  const draft = await drafts.mine({ query: { id } });
  const changed = { ...draft.content, password: '换了的口令' };
  await drafts.save({ body: { id, version: draft.version, content: changed } });
  await publishes();
  await workDone(site);
  await page.goto(`/article/${id}`);
  await hydrated(page);
  await field.waitFor();
  expect(await page.content()).not.toContain(secret);
});
