import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { madeFiles, mp3 } from '../apps/server/test/made-files.ts';
import { formOf } from '../apps/server/test/upload.ts';
import { writeArticle } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated } from './browser.ts';
import { setText, shown } from './editor.ts';
import { flawsAtAll } from './looked-at.ts';
import { enterAs, tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });
let page: Page;
let authorId = 0;
const files = {} as Record<'pdf' | 'pptx' | 'mp3' | 'mp4', string>;

beforeAll(async () => {
  const staff = await newStaff(site, 'editor');
  authorId = staff.id;
  const token = await tokenFor(site, staff);
  const upload = async (name: string, bytes: Uint8Array) => {
    const { headers, payload } = await formOf({ name, bytes });
    const body = new Uint8Array(payload);
    const answer = await fetch(`${site.url}/file/upload`, {
      method: 'POST',
      headers: { ...headers, authorization: token },
      body,
    });
    return ((await answer.json()) as Envelope & { data: Upload }).data.url;
  };
  files.pdf = await upload('日影讲义.pdf', madeFiles.pdf());
  files.pptx = await upload('第一课.pptx', madeFiles.pptx());
  files.mp3 = await upload('课堂录音.mp3', mp3(800));
  files.mp4 = await upload('操场.mp4', madeFiles.mp4());
  ({ page } = await openPage({ viewport: { width: 1600, height: 900 } }));
  await enterAs(page, site, staff);
});

type Dropped = { name: string; type: string; bytes: Uint8Array | string };

/** Drops files onto the text of the editor. */
function drop(dropped: Dropped[]) {
  const sent = dropped.map(({ bytes, ...file }) => ({
    ...file,
    base64: Buffer.from(bytes as string).toString('base64'),
  }));
  return page.evaluate((all) => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    const line = document.querySelector('.cm-content .cm-line');
    const box = line?.getBoundingClientRect();
    const place = { clientX: (box?.left ?? 0) + 1, clientY: (box?.top ?? 0) + 4 };
    for (const kind of ['dragover', 'drop'])
      line?.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, ...place, dataTransfer: data }));
  }, sent);
}

test('a PDF and a recording dropped into the text are attached; what is not taken is named with its reason', async () => {
  await page.goto('/newposts');
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
  await setText(page, '');
  await drop([
    { name: '讲义[一].pdf', type: 'application/pdf', bytes: madeFiles.pdf() },
    { name: '录音.mp3', type: 'audio/mpeg', bytes: mp3() },
    { name: '作业.pdf', type: 'application/pdf', bytes: '<html><script>alert(1)</script>' },
    { name: '表.csv', type: 'text/csv', bytes: '一,二' },
    { name: '空.zip', type: 'application/zip', bytes: '' },
  ]);
  await expect
    .poll(() => shown(page))
    .toMatch(/^\[讲义\\\[一\\\]\.pdf\]\(\/files\/\S+\.pdf\)\n\n\[录音\.mp3\]\(\/files\/\S+\.mp3\)\n\n$/);
  const words = () => page.locator('body').innerText();
  await expect.poll(words).toContain('「作业.pdf」没有添加：这是网页（HTML），不能传');
  expect(await words()).toContain('「表.csv」没有添加：这种文件不能传，可以传的是图片、PDF');
  expect(await words()).toContain('「空.zip」没有添加：它是空的');
  await page.locator('.preview .media-pdf').waitFor();
  await page.locator('.preview .media-sound audio').waitFor();
  await expect.poll(() => page.locator('.preview .media-pdf').innerText()).toMatch(/讲义\[一\]\.pdf\s+PDF · \d+ B/);
});

test('the picker offers what was uploaded before, by group and name', async () => {
  await page.goto('/newposts');
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
  await setText(page, '字');
  await page.getByRole('button', { name: '插入' }).click();
  await page.getByRole('menuitem', { name: '附件与图片' }).click();
  const dialog = page.getByRole('dialog', { name: '附件与图片' });
  await dialog.getByText('还没有传过图片。').waitFor();
  await dialog.getByRole('button', { name: '文件', exact: true }).click();
  await dialog.getByRole('button', { name: /^日影讲义\.pdf/ }).waitFor();
  await dialog.getByRole('searchbox', { name: '按名字找' }).fill('第一');
  await dialog.getByRole('button', { name: /^日影讲义/ }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: /^第一课\.pptx/ }).click();
  expect(await barriers(page, { within: ['dialog'] })).toEqual([]);
  await dialog.getByRole('button', { name: '放进正文（1 个）' }).click();
  await expect.poll(() => shown(page)).toBe(`字\n\n[第一课.pptx](${files.pptx})\n\n`);
});

const lesson = () =>
  `量影子。\n\n[日影讲义](${files.pdf})\n\n[第一课](${files.pptx})\n\n[课堂录音](${files.mp3})\n\n[操场](${files.mp4})\n\n完。`;

test('readers get cards and players; a recording is heard from any place, a PDF is viewed on a press', async () => {
  const id = await writeArticle(site, { authorId, title: '日影', markdown: lesson() });
  const { page: reader, faults } = await openPage({ viewport: { width: 1200, height: 900 } });
  const ranges: number[] = [];
  reader.on('response', (response) => {
    if (response.url().includes('.mp3')) ranges.push(response.status());
  });
  await reader.goto(`/article/${id}`);
  await hydrated(reader);
  expect(await reader.locator('.prose .media-about').allInnerTexts()).toEqual([
    expect.stringMatching(/^PDF · /),
    expect.stringMatching(/^PPT 演示 · /),
    'MP3 录音 · 326 KB',
    expect.stringMatching(/^MP4 影片 · /),
  ]);
  const seconds = await reader.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
    audio.load();
    await new Promise((resolve) => audio.addEventListener('loadedmetadata', resolve, { once: true }));
    audio.currentTime = 15;
    await new Promise((resolve) => audio.addEventListener('seeked', resolve, { once: true }));
    return [Math.round(audio.duration), audio.currentTime];
  });
  expect(seconds).toEqual([21, 15]);
  expect(ranges).toContain(206);

  const view = reader.locator('.media-pdf .media-view');
  if (await reader.evaluate(() => navigator.pdfViewerEnabled)) {
    const answer = reader.waitForResponse((response) => response.url().endsWith('.pdf?view=1'));
    await view.click();
    expect((await answer).headers()['content-disposition']).toMatch(/^inline/);
    expect(await view.getAttribute('aria-expanded')).toBe('true');
    await view.click();
    expect(await reader.locator('.media-frame').count()).toBe(0);
  }
  const download = reader.waitForEvent('download');
  await reader.locator('.media-file a').nth(1).click();
  expect((await download).suggestedFilename()).toBe('第一课.pptx');
  expect(await flawsAtAll(reader)).toEqual([]);
  expect(faults.filter((fault) => !/操场|mp4/.test(fault))).toEqual([]);
});

test('a file of a private article is served to nobody else', async () => {
  const token = await tokenFor(site, { id: authorId });
  const { headers, payload } = await formOf({ name: '只给自己.pdf', bytes: madeFiles.pdf() });
  const sent = await fetch(`${site.url}/file/upload`, {
    method: 'POST',
    headers: { ...headers, authorization: token },
    body: new Uint8Array(payload),
  });
  const { url } = ((await sent.json()) as Envelope & { data: Upload }).data;
  const id = await writeArticle(site, {
    authorId,
    title: '锁着',
    markdown: `开头。\n\n[只给自己](${url})`,
    readType: 5,
  });
  const { page: reader } = await openPage();
  const status = async () => (await reader.request.get(url)).status();
  expect(await status()).toBe(404);
  expect((await reader.request.get(url, { headers: { range: 'bytes=0-9' } })).status()).toBe(404);
  await writeArticle(site, { authorId, title: '开着', markdown: `[只给自己](${url})`, readType: 0 }, id);
  expect(await status()).toBe(200);
});

const embeds = {
  bilibili: 'https://www.bilibili.com/video/BV1xx411c7mD',
  netease: 'https://music.163.com/#/song?id=186016',
  youtube: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
};
const players = /^https:\/\/(?:player\.bilibili\.com|music\.163\.com|www\.youtube-nocookie\.com)\//;

test('a video elsewhere is a card that connects to nobody until it is pressed', async () => {
  const id = await writeArticle(site, { authorId, title: '看与听', markdown: Object.values(embeds).join('\n\n') });
  const { page: reader } = await openPage({ viewport: { width: 1200, height: 900 } });
  const foreign: string[] = [];
  // answered in place of hosts that cannot be reached from here
  await reader.route(players, (route) => {
    foreign.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>player</p>' });
  });
  const served = await reader.goto(`/article/${id}`);
  expect(served?.headers()['content-security-policy']).toContain("frame-src 'self';");
  await hydrated(reader);
  expect(
    await reader.locator('.media-embed a').evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
  ).toEqual(Object.values(embeds));
  expect(await flawsAtAll(reader)).toEqual([]);
  expect(foreign).toEqual([]);

  for (const [at, host] of ['player.bilibili.com', 'music.163.com', 'www.youtube-nocookie.com'].entries()) {
    await reader.locator('.media-embed > a:not(.media-out)').first().click();
    await expect.poll(() => foreign.length).toBe(at + 1);
    expect(foreign[at]).toContain(`https://${host}/`);
  }
  expect(reader.url()).toContain(`/article/${id}`);
  expect(await reader.locator('.media-embed iframe').first().getAttribute('sandbox')).not.toContain(
    'allow-top-navigation',
  );
});

test('the frame around a player shows that host alone and runs nothing', async () => {
  const get = (path: string) => fetch(site.url + path);
  const policy = (await get('/embed/bilibili/BV1xx411c7mD')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('frame-src https://player.bilibili.com https://www.bilibili.com;');
  expect(policy).not.toMatch(/script-src|unsafe|\*/);
  for (const path of ['/embed/bilibili/x', '/embed/evil/BV1xx411c7mD', '/embed/youtube/%22%3E%3Cscript%3E'])
    expect((await get(path)).status, path).toBe(404);
});

test('without scripts a card is a link and a recording plays', async () => {
  const id = await writeArticle(site, { authorId, title: '无脚本', markdown: `${lesson()}\n\n${embeds.bilibili}` });
  const { page: reader } = await openPage({ javaScriptEnabled: false });
  await reader.goto(`/article/${id}`);
  expect(await reader.locator('.media-embed a').getAttribute('target')).toBe('_blank');
  expect(await reader.locator('audio[controls]').count()).toBe(1);
  expect(
    await reader
      .locator('.media')
      .first()
      .evaluate((card) => getComputedStyle(card).display),
  ).toBe('grid');
});
