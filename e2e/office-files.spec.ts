import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { madeFiles, mp3 } from '../apps/server/test/made-files.ts';
import { writeArticle } from './arrange.ts';
import { flaws } from './looked-at.ts';
import { carryToken, tokenFor } from './members.ts';
import { arrived, newStaff } from './office.ts';
import { sendFile } from './send-file.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });
let page: Page;

beforeAll(async () => {
  const staff = await newStaff(site, 'admin');
  const token = await tokenFor(site, staff);
  const pdf = await sendFile(site, token, '日影讲义，二〇二六年秋季修订第三稿，课前印好.pdf', madeFiles.pdf());
  await sendFile(site, token, '课堂录音.mp3', mp3(800));
  await sendFile(site, token, '操场.mp4', madeFiles.mp4());
  await writeArticle(site, { authorId: staff.id, title: '日影', markdown: `[讲义](${pdf})` });
  ({ page } = await openPage({ viewport: { width: 1200, height: 900 } }));
  await carryToken(page, site, token);
});

const names = () => page.locator('.file-name').allInnerTexts();
const tab = (name: string) => page.getByRole('radiogroup', { name: '种类' }).getByText(name, { exact: true });

test('each tab lists its kind of files, and says in words when it has none', { timeout: 120_000 }, async () => {
  await page.goto('/admin/files');
  await arrived(page, '文件');
  await expect.poll(names).toHaveLength(3);
  for (const [name, listed] of [
    ['文件', /^日影讲义/],
    ['声音', /^课堂录音\.mp3$/],
    ['影片', /^操场\.mp4$/],
  ] as const) {
    await tab(name).click();
    await expect.poll(async () => (await names()).join('|'), { message: name }).toMatch(listed);
  }
  await tab('没用到').click();
  await expect.poll(names).toEqual(['操场.mp4', '课堂录音.mp3']);
  await tab('图片').click();
  await page.getByText('还没有图片。写文章时拖进去的，发布之后就在这里').waitFor();
  await tab('全部').click();
  await expect.poll(names).toHaveLength(3);
  expect(await flaws(page, 'office-files')).toEqual([]);
});

test('a file is opened with its uses, and leaves when nothing uses it', { timeout: 120_000 }, async () => {
  await page.goto('/admin/files?group=document');
  await page.getByRole('button', { name: /^查看 日影讲义/ }).click();
  const drawer = page.getByRole('dialog', { name: /^日影讲义/ });
  await drawer.getByRole('link', { name: '文章《日影》' }).waitFor();
  expect(await flaws(page, 'office-file')).toEqual([]);
  await page.goto('/admin/files?group=sound');
  await page.getByRole('button', { name: /^查看 课堂录音\.mp3/ }).click();
  const sound = page.getByRole('dialog', { name: '课堂录音.mp3' });
  await sound.getByRole('button', { name: /^删\s*除$/ }).click();
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: /^删\s*除$/ })
    .click();
  await page.getByText('还没有录音。mp3 与 m4a').waitFor();
});
