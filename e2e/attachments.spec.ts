import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { madeFiles, mp3 } from '../apps/server/test/made-files.ts';
import { writeArticle } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated } from './browser.ts';
import { setText, shown } from './editor.ts';
import { flawsAtAll } from './looked-at.ts';
import { enterAs, tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { sendFile } from './send-file.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });
let page: Page;
let authorId = 0;
const files = {} as Record<'pdf' | 'pptx' | 'mp3' | 'mp4', string>;

beforeAll(async () => {
  const staff = await newStaff(site, 'editor');
  authorId = staff.id;
  const token = await tokenFor(site, staff);
  const upload = (name: string, bytes: Uint8Array) => sendFile(site, token, name, bytes);
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
  await page.locator('.preview .media-sound audio').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.preview .media-pdf').innerText()).toMatch(/讲义\[一\]\.pdf\s+PDF\s+\d+ B/);
});

/** A PDF of two pages, the first red above and white below. */
const redPage = () =>
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R>>endobj',
    '4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj',
    '5 0 obj<</Length 37>>stream',
    '0.8 0.1 0.1 rg 0 421 595 421 re f    ',
    'endstream endobj',
    'trailer<</Root 1 0 R>>',
  ].join('\n');

/** Records a second of a tone and of a blue picture, as a phone would; the recording named as one of sound alone. */
function record() {
  return page.evaluate(async () => {
    const tones = new AudioContext();
    const heard = tones.createMediaStreamDestination();
    const tone = tones.createOscillator();
    tone.connect(heard);
    tone.start();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 320, height: 180 });
    const drawing = canvas.getContext('2d');
    const paint = setInterval(() => {
      if (drawing) drawing.fillStyle = `rgb(20, 40, ${200 + Math.round(Math.random() * 20)})`;
      drawing?.fillRect(0, 0, 320, 180);
    }, 40);
    const take = async (stream: MediaStream, mimeType: string) => {
      const recorder = new MediaRecorder(stream, { mimeType });
      const pieces: Blob[] = [];
      recorder.ondataavailable = ({ data }) => pieces.push(data);
      const ended = new Promise((done) => recorder.addEventListener('stop', done));
      recorder.start();
      setTimeout(() => recorder.stop(), 1500);
      await ended;
      const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    };
    const taken = [await take(heard.stream, 'audio/mp4'), await take(canvas.captureStream(25), 'video/webm')] as const;
    clearInterval(paint);
    return taken;
  });
}

test('a PDF shows its first page, a film a frame, a recording its loudness, as their author’s browser found them', {
  timeout: 120_000,
}, async () => {
  await page.goto('/newposts');
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
  await setText(page, '');
  const [sound, film] = await record();
  const heard = Buffer.from(sound, 'base64');
  heard.write('M4A ', 8, 'latin1'); // the browser names it a film without pictures
  await drop([
    { name: '红页.pdf', type: 'application/pdf', bytes: redPage() },
    { name: '坏页.pdf', type: 'application/pdf', bytes: '%PDF-1.4 坏的' },
    { name: '口哨.m4a', type: 'audio/mp4', bytes: heard },
    { name: '蓝影.webm', type: 'video/webm', bytes: Buffer.from(film, 'base64') },
  ]);
  await expect.poll(() => shown(page), { timeout: 20_000 }).toMatch(/红页.*坏页.*口哨.*蓝影/s);
  const picture = page.locator('.preview .media-pdf img');
  await picture.waitFor({ timeout: 40_000 });
  expect(await picture.count()).toBe(1);
  await page.locator('.preview audio[data-wave]').waitFor({ state: 'attached', timeout: 40_000 });
  await page.locator('.preview video[poster]').waitFor({ timeout: 40_000 });
  const id = await writeArticle(site, { authorId, title: '红与蓝', markdown: await shown(page) });

  const { page: reader } = await openPage({ viewport: { width: 1200, height: 900 } });
  await reader.goto(`/article/${id}`);
  await hydrated(reader);
  expect(await reader.locator('.media-pdf .media-about').allInnerTexts()).toEqual([
    expect.stringMatching(/^PDF\s+2 页 · \d+ B$/),
    expect.stringMatching(/^PDF\s+\d+ B$/),
  ]);
  const colours = await reader.evaluate(async () => {
    const pixel = async (address: string, y: number) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      drawing?.drawImage(bitmap, 0, 0);
      return [...(drawing?.getImageData(bitmap.width / 2, bitmap.height * y, 1, 1).data ?? [])].slice(0, 3);
    };
    const first = document.querySelector<HTMLImageElement>('.media-pdf img')?.src ?? '';
    const frame = document.querySelector('video')?.poster ?? '';
    return [await pixel(first, 0.25), await pixel(first, 0.75), await pixel(frame, 0.5)];
  });
  const is = ([red = 0, green = 0, blue = 0]: number[]) =>
    red > 150 ? (green > 200 ? 'white' : 'red') : blue > 150 ? 'blue' : '?';
  expect(colours.map(is)).toEqual(['red', 'white', 'blue']);
  await expect.poll(() => reader.locator('.players-wave').count()).toBe(2);
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
    expect.stringMatching(/^PDF\s+\d+ B$/),
    expect.stringMatching(/^PPT 演示\s+\d+ B$/),
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

  const player = reader.getByRole('figure').filter({ has: reader.locator('audio') });
  await player.getByRole('button', { name: '播放' }).click();
  const place = () => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(place).toBeGreaterThan(15);
  await player.getByRole('button', { name: '停' }).click();
  await player.getByRole('button', { name: '退 15 秒' }).click();
  await expect.poll(place).toBeLessThan(8);
  await player.getByRole('slider', { name: '进度' }).press('End');
  await expect.poll(place).toBeGreaterThan(19);

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
  const url = await sendFile(site, token, '只给自己.pdf', madeFiles.pdf());
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
