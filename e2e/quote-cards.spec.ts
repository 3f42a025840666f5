import { expect, test } from 'vitest';
import { say } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated } from './browser.ts';
import { savePicture } from './look.ts';
import { turnTo, views } from './looked-at.ts';
import { newMember } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

test('a sentence of an article becomes a picture that is chosen, saved and sent on, also when the first try fails', {
  timeout: 90_000,
}, async () => {
  const { page } = await openPage({ viewport: { width: 1200, height: 900 } });
  await page.goto('/article/1');
  await hydrated(page);
  await page.route(/\/quote\/article-/, (route) => route.abort());
  await page.locator('[data-do="share"]:visible').first().click();
  await page.getByRole('dialog', { name: '分享' }).getByRole('button', { name: '做成笺' }).click();
  const dialog = page.getByRole('dialog', { name: '做成笺' });
  await dialog.getByText('没画出来').waitFor();
  await page.unroute(/\/quote\/article-/);
  await dialog.getByRole('button', { name: '重试' }).click();

  const picture = dialog.locator('.quote-card-picture[data-loaded="true"]');
  await picture.waitFor();
  const sizeOf = () => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
  expect(await sizeOf()).toEqual([1080, 1440]);
  const first = await picture.getAttribute('src');
  await dialog.getByText('夜拓').click();
  await dialog.getByRole('switch', { name: '带上二维码' }).click();
  await expect.poll(() => dialog.locator('.quote-card-picture').getAttribute('src')).toMatch(/\/night-\d{8}-/);
  await picture.waitFor();
  expect(await picture.getAttribute('src')).not.toBe(first);
  for (const view of views) {
    await turnTo(page, view);
    expect(await barriers(page), JSON.stringify(view)).toEqual([]);
    await savePicture(page, `quote-card-${view.width}-${view.theme}`);
  }

  const saving = page.waitForEvent('download');
  await dialog.getByRole('link', { name: '存成图片' }).click();
  expect((await saving).suggestedFilename()).toBe('笺.png');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('a say becomes a picture on a phone, which is also the picture of its page', { timeout: 90_000 }, async () => {
  const { id: authorId } = await newMember(site);
  await say(site, { authorId, text: '小雪这天真的下了小雪。' });
  const { page } = await openPage({ viewport: { width: 390, height: 844 } });
  await page.goto('/say');
  await hydrated(page);
  const mine = page.locator('.say', { hasText: '小雪这天真的下了小雪。' });
  const address = (await mine.getByTitle('查看这一条').getAttribute('href')) ?? '';
  await page.goto(address);
  await hydrated(page);
  const shared = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  expect((await fetch(new URL(new URL(shared).pathname, site.url))).headers.get('content-type')).toBe('image/png');

  await page
    .getByRole('button', { name: /的说说：更多$/ })
    .first()
    .click();
  await page.getByRole('button', { name: '做成笺' }).first().click();
  const dialog = page.getByRole('dialog', { name: '做成笺' });
  await dialog.locator('.quote-card-picture[data-loaded="true"]').waitFor();
  const { left, right, bottom } = await dialog.evaluate((one) => one.getBoundingClientRect());
  expect([left, right, bottom]).toEqual([0, 390, 844]);
});
