import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import type * as upload from '@mojian/client/upload';
import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { noise, widthOf } from '../apps/server/test/noise.ts';
import { type S3, startS3 } from '../apps/server/test/s3.ts';
import { formOf } from '../apps/server/test/upload.ts';
import { apiOf } from './api.ts';
import { openBrowser } from './browser.ts';
import { newMember, tokenFor } from './members.ts';
import { freePort, run, type Site, startSite } from './site.ts';

let s3: S3;
let site: Site;
let browser: Browser;
let token: string;
let page: Page;

beforeAll(async () => {
  s3 = await startS3();
  [site, browser] = await Promise.all([
    startSite({ STORAGE_URL: s3.url({ bucket: 'pictures/blog' }), SAMPLE_CONTENT: '0' }),
    openBrowser(),
  ]);
  token = await tokenFor(site, await newMember(site));
});
afterEach(() => page?.close());
afterAll(async () => {
  await browser.close();
  await site.remove();
  await s3.stop();
  await s3.remove();
});

/** As a program uploads: without a browser. */
async function post(bytes: Uint8Array | string) {
  const { headers, payload } = await formOf({ bytes });
  const answer = await fetch(`${site.url}/file/upload`, {
    method: 'POST',
    headers: { ...headers, authorization: token },
    body: new Uint8Array(payload),
  });
  return (await answer.json()) as Envelope & { data: Upload };
}

test('a picture is stored in the bucket and served by the site, also after a restart', async () => {
  const before = await s3.objects();
  const { code, data } = await post(await noise(700));
  expect(code).toBe(200);
  expect(await s3.objects()).toBe(before + 2);
  expect(await readdir(join(site.dataDir, 'files')).catch(() => [])).toEqual([]);

  await site.stop();
  site = await startSite({
    STORAGE_URL: s3.url({ bucket: 'pictures/blog' }),
    DATA_DIR: site.dataDir,
    PORT: new URL(site.url).port,
  });
  const [reported] = await apiOf(site, { token }).files.sizes({ query: { addresses: data.url } });
  const signature = new URL(reported?.shown ?? '', site.url).search;
  for (const { url: plain, width } of [data, ...data.sizes]) {
    expect((await fetch(site.url + plain)).status).toBe(404); // not used in a public text yet
    const url = plain + signature;
    const answer = await fetch(site.url + url);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
    expect(await widthOf(await answer.arrayBuffer())).toBe(width);
    const seen = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect((await fetch(site.url + url, { headers: seen })).status).toBe(304);
  }
  expect(site.output()).not.toContain(s3.secret);
});

test('a refused file is not stored in the bucket', async () => {
  const before = await s3.objects();
  expect(await post('<script>alert(1)</script>')).toMatchObject({ code: 415, extra: { field: 'file' } });
  expect(await s3.objects()).toBe(before);
});

test('an unusable bucket ends the start with one clear line', async () => {
  const refused = async (url: string) => {
    const program = run({ DATA_DIR: join(site.dataDir, 'other'), PORT: String(await freePort()), STORAGE_URL: url });
    expect(await program.ended).toBe(1);
    expect(program.output()).not.toContain(s3.secret);
    expect(program.output()).not.toContain('not-the-secret');
    return program.output().trim();
  };
  expect(await refused(s3.url({ secret: 'not-the-secret' }))).toBe('启动失败：STORAGE_URL：SECRET 不对');
  expect(await refused(s3.url({ bucket: 'elsewhere' }))).toBe('启动失败：STORAGE_URL：没有名为 elsewhere 的存储桶');
  expect(await refused('s3://key:not-the-secret@host')).toMatch(
    /^启动失败：环境变量 STORAGE_URL 里存储桶的名字写得不对[^\n]*$/,
  );
});

declare global {
  interface Window {
    upload: typeof upload;
    shares: number[];
    told: string[];
  }
}

const blank = `<!doctype html><script type="module">
  import * as upload from '/packages/client/src/upload.ts';
  window.upload = upload;
</script>`;

/** An empty page of the site with the browser's own half of uploading in it, as it is written. */
async function openUploader({ withClock = false } = {}) {
  page = await browser.newPage();
  if (withClock) await page.clock.install();
  await page.route(`${site.url}/blank`, (route) => route.fulfill({ contentType: 'text/html', body: blank }));
  await page.route(`${site.url}/packages/**`, (route) => {
    const source = readFileSync(resolve(import.meta.dirname, `..${new URL(route.request().url()).pathname}`), 'utf8');
    const body = stripTypeScriptTypes(source).replace(
      /'@mojian\/contract\/([\w/-]+)'/g,
      "'/packages/contract/src/$1.ts'",
    );
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${site.url}/blank`);
  await page.waitForFunction(() => window.upload);
}

/** Uploads in the page, with so many bytes more behind the picture. Resolves with what came of it. */
function uploadInPage(bytes: Buffer, { padding = 0, abortAt }: { padding?: number; abortAt?: number } = {}) {
  return page.evaluate(
    async ([base64, more, authorization, abortShare]) => {
      window.shares = [];
      window.told = [];
      const stop = new AbortController();
      if (abortShare === 0) stop.abort();
      const browserPart = {
        base: '',
        token: () => authorization,
        onSignedOut: () => void window.told.push('signed out'),
        log: (text: string) => void window.told.push(text),
      };
      const onProgress = (share: number) => {
        window.shares.push(share);
        if (abortShare !== undefined && share >= abortShare) stop.abort();
      };
      const picture = await (await fetch(`data:image/png;base64,${base64}`)).blob();
      const file = new Blob([picture, new Uint8Array(more)]);
      try {
        const envelope = await window.upload.sendPicture(browserPart, file, { onProgress, signal: stop.signal });
        return { data: window.upload.openUpload(envelope), shares: window.shares, told: window.told };
      } catch (error) {
        const { name, id, message, field } = error as Error & { id?: string; field?: string };
        return { failed: { name, id, message, field }, shares: window.shares, told: window.told };
      }
    },
    [bytes.toString('base64'), padding, token, abortAt] as const,
  );
}

const megabyte = 1024 * 1024;

/** So many bytes a second go out. */
async function slowDown(uploadThroughput: number) {
  const devTools = await page.context().newCDPSession(page);
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', { ...unlimited, uploadThroughput });
}

const answerWith = (answer: (route: Route) => unknown) => page.route('**/file/upload', (route) => void answer(route));

test('an upload reports its progress in the browser', async () => {
  await openUploader();
  await slowDown(16 * megabyte);
  const { data, shares, told: reported } = await uploadInPage(await noise(20), { padding: 8 * megabyte });
  expect(data).toMatchObject({ width: 20, height: 20, url: expect.stringMatching(/^\/files\//) });
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(reported).toEqual([]);
});

test('a refused upload reports text and field, and 401 ends the session', async () => {
  await openUploader();
  expect((await uploadInPage(Buffer.from('<html>'))).failed).toMatchObject({
    name: 'Failure',
    id: 'wrong-type',
    message: expect.stringMatching(/^这不是图片/),
    field: 'file',
  });
  token = `${token}x`;
  const { failed, told: reported } = await uploadInPage(await noise(10));
  token = token.slice(0, -1);
  expect(failed).toMatchObject({ id: 'signed-out', message: '请先登录' });
  expect(reported).toEqual(['signed out']);
});

test('a cancelled upload ends with the reason and leaves no file', async () => {
  await openUploader();
  await slowDown(4 * megabyte);
  const before = await s3.objects();
  for (const abortAt of [0, 0.001]) {
    const { failed, told: reported, shares } = await uploadInPage(await noise(21), { padding: 8 * megabyte, abortAt });
    expect(failed).toMatchObject({ name: 'AbortError' });
    expect(reported).toEqual([]);
    expect(shares).not.toContain(1);
  }
  expect((await post(await noise(9))).code).toBe(200); // a member's uploads come in turn: the stopped one is over
  expect(await s3.objects()).toBe(before + 1);
});

test.each([
  ['no answer', (route: Route) => route.abort('connectionreset')],
  [
    'an answer that is none of ours',
    (route: Route) => route.fulfill({ status: 502, body: '<html>Bad Gateway</html>' }),
  ],
])('%s is logged and no more than that', async (_name, answer) => {
  await openUploader();
  await answerWith(answer);
  const { failed, told: reported } = await uploadInPage(await noise(10));
  expect(failed).toMatchObject({ name: 'Failure', id: 'unavailable', message: '网络连接不稳，请稍后再试' });
  expect(reported).toEqual(['网络请求失败：/file/upload']);
});

test('an upload without progress for 36 seconds is aborted', async () => {
  await openUploader({ withClock: true });
  const stood = new Promise<void>((resolve) => void answerWith(() => resolve()));
  const outcome = uploadInPage(await noise(10));
  await stood;
  await page.clock.runFor(36_000);
  expect((await outcome).failed).toMatchObject({ id: 'unavailable' });
});
