import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formOf } from '../apps/server/test/upload.ts';
import { apiOf } from './api.ts';
import { widths } from './browser.ts';
import { tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });

const photographs = 10;
const size = { width: 2400, height: 1600 };

/** A JPEG with detail at every scale, as a photograph has it: grains of several sizes laid over a sky. */
async function photograph() {
  const sky = sharp({ create: { ...size, channels: 3, background: '#7a8c9e' } });
  const layers = await Promise.all(
    [400, 100, 25, 6, 2].map(async (grain) => {
      const [width, height] = [Math.ceil(size.width / grain), Math.ceil(size.height / grain)];
      const noise = { type: 'gaussian', mean: 128, sigma: 12 + Math.sqrt(grain) * 2 } as const;
      // the types ask for a background, which noise has none of
      const grains = sharp({ create: { width, height, channels: 3, noise } as never });
      const input = await grains.png().toBuffer();
      return {
        input: await sharp(input)
          .resize({ ...size, kernel: 'cubic' })
          .png()
          .toBuffer(),
        blend: 'overlay' as const,
      };
    }),
  );
  return sky.composite(layers).jpeg({ quality: 88 }).toBuffer();
}

async function upload(token: string) {
  const { headers, payload } = await formOf({ name: 'photograph.jpg', bytes: await photograph() });
  const answer = await fetch(`${site.url}/file/upload`, {
    method: 'POST',
    headers: { ...headers, authorization: token },
    body: new Uint8Array(payload),
  });
  const { code, data } = (await answer.json()) as Envelope & { data: Upload };
  expect(code).toBe(200);
  return data.url;
}

/** Publishes an article with the photographs. @returns their addresses and its id */
async function publish() {
  const token = await tokenFor(site, await newStaff(site, 'editor'));
  const addresses: string[] = [];
  while (addresses.length < photographs) addresses.push(await upload(token));
  const markdown = addresses.map((address, n) => `第 ${n + 1} 张。\n\n![海](${address})`).join('\n\n');
  const { drafts } = apiOf(site, { token });
  const { id, version } = await drafts.create({ body: { key: 'photographs', content: { title: '海边', markdown } } });
  await drafts.submit({ body: { id, version } });
  return { addresses, id };
}

/** Adds up the bytes that Chromium receives, by address. */
async function weigh(page: Page) {
  const session = await page.context().newCDPSession(page);
  const [addresses, bytes] = [new Map<string, string>(), new Map<string, number>()];
  session.on('Network.responseReceived', ({ requestId, response }) => void addresses.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId) ?? '';
    bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  const sum = (isCounted: (address: string) => boolean) =>
    [...bytes].reduce((total, [address, count]) => total + (isCounted(address) ? count : 0), 0);
  return { sum };
}

test('a phone gets ten photographs with a third of the bytes of the whole ones', { timeout: 180_000 }, async () => {
  const { addresses, id } = await publish();
  const viewport = { width: widths.phone, height: 844 };
  const { page, faults } = await openPage({ viewport, deviceScaleFactor: 2 });
  const { sum } = await weigh(page);
  await page.goto(`/article/${id}`);
  const pictures = page.locator('.prose img');
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).complete)).toBe(true);
  }
  expect(await pictures.count()).toBe(photographs);
  expect(await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))).not.toContain(
    0,
  );

  const isPicture = (address: string) => addresses.some((one) => address.includes(one.replace('.webp', '')));
  await expect.poll(() => sum(isPicture)).toBeGreaterThan(0);
  const whole = await Promise.all(
    addresses.map(async (address) => (await (await fetch(site.url + address)).arrayBuffer()).byteLength),
  );
  const sent = { pictures: sum(isPicture), others: sum((address) => !isPicture(address)) };
  const before = whole.reduce((total, bytes) => total + bytes, 0);
  console.log(`${size.width} px: ${before} → ${sent.pictures} bytes of pictures, ${sent.others} of the rest`);
  expect((sent.pictures + sent.others) / (before + sent.others)).toBeLessThan(0.35);
  expect(faults).toEqual([]);
});
