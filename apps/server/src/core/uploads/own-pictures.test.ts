import sharp from 'sharp';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { upload } from '../../../test/upload.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

async function uploads(viewer: Viewer, count: number, from = 0) {
  const addresses: string[] = [];
  for (let at = 0; at < count; at++) {
    const blank = sharp({ create: { width: 20 + from + at, height: 20, channels: 3, background: '#789' } });
    addresses.push((await upload(site, viewer, await blank.png().toBuffer())).data.url);
  }
  return addresses;
}

const list = (viewer: Viewer, before?: string) =>
  site.as(viewer).files.mine({ query: before === undefined ? {} : { before } });

test('a member’s own pictures are listed the newest first, each once, and nobody else’s', {
  timeout: 60_000,
}, async () => {
  const own = await uploads(site.lin, 64);
  await uploads(site.ming, 2, 100);
  const first = await list(site.lin);
  const second = await list(site.lin, first.next ?? '');
  expect([first.pictures.length, second.pictures.length, second.next]).toEqual([60, 4, null]);
  const found = [...first.pictures, ...second.pictures].map(({ url }) => url);
  expect(new Set(found)).toEqual(new Set(own));
  const times = [...first.pictures, ...second.pictures].map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().reverse());
  expect((await list(site.ming)).pictures).toHaveLength(2);
});

test('a picture that is not public is shown by an address signed for its owner, and counts nothing a second time', async () => {
  const [url = ''] = await uploads(site.lin, 1);
  const [picture] = (await list(site.lin)).pictures;
  expect(picture?.shown).toContain('?');
  expect((await site.app.inject(picture?.shown ?? '')).statusCode).toBe(200);
  expect((await site.app.inject(url)).statusCode).toBe(404);
});

test('a cursor of another form is refused', async () => {
  await expect(list(site.lin, 'x')).rejects.toMatchObject({ id: 'invalid-input', field: 'before' });
});
