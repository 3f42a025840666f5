import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { numberOf, press, shown, strip, text, title, write } from './editor.ts';
import { isLong } from './long.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage, startAgain } = openStage({ SAMPLE_CONTENT: '0' });

const times = isLong ? 50 : 5;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Newest text of an acknowledged save. */
function acknowledged(page: Page) {
  const said = { markdown: '', count: 0 };
  page.on('response', async (response) => {
    if (response.request().method() !== 'PUT' || !response.url().endsWith('/v1/article/')) return;
    if (response.status() !== 200) return;
    said.markdown = response.request().postDataJSON().content.markdown;
    said.count += 1;
  });
  return said;
}

test(`killed in mid-save ${times} times, the server loses nothing`, { timeout: 600_000 }, async () => {
  const who = await newMember(site);
  const { page } = await openPage();
  page.setDefaultTimeout(30_000);
  const token = await tokenFor(site, who);
  const stored = async () => (await apiOf(site, { token }).drafts.mine({ query: { id } })).content.markdown;
  await carryToken(page, site, token);
  await page.goto('/newposts');
  await title(page).fill('杀不死的');
  await write(page, '起');
  const id = await numberOf(page);
  const said = acknowledged(page);
  let written = '起';
  for (let time = 1; time <= times; time += 1) {
    await write(page, `，${time}`);
    written += `，${time}`;
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    await page.keyboard.press('ControlOrMeta+s');
    await saving;
    await pause(time % 12);
    await site.kill();
    await startAgain();
    const found = await stored();
    expect(found.startsWith(said.markdown), `第 ${time} 次：${said.markdown}`).toBe(true);
    expect(written.startsWith(found)).toBe(true);
    if (time % 5 === 0) {
      await page.reload();
      await text(page).waitFor();
    }
    expect(await shown(page)).toBe(written);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(stored, { timeout: 60_000, interval: 20 }).toBe(written);
  }
  expect(await strip(page, '别处有更新的版本').count()).toBe(0);
  expect(said.count).toBeGreaterThan(0);
  await press(page, '保存草稿');
  await page.locator('.toast', { hasText: '已保存' }).first().waitFor();
});
