import sharp from 'sharp';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { upload } from '../../../test/upload.ts';
import { readCameraNotes } from '../../platform/storage/camera-notes.ts';
import { forgetSettings, saveSettings } from '../settings/settings.ts';

const site = freshSite();

let made = 0;
async function photograph() {
  const exif = {
    IFD0: { Make: 'FUJIFILM', Model: 'X-T5' },
    IFD2: {
      FNumber: '56/10',
      ExposureTime: '1/250',
      ISOSpeedRatings: '400',
      FocalLength: '35/1',
      DateTimeOriginal: '2026:10:17 07:12:00',
    },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 41/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '100/1 11/1 0/1' },
  };
  const blank = sharp({ create: { width: 300 + ++made, height: 200, channels: 3, background: '#456' } });
  return blank.withExif(exif).jpeg().toBuffer();
}

async function publishes(url: string) {
  const id = await site.writes({ title: '湖', markdown: `![湖](${url})`, authorId: site.lin.id });
  return (await site.as(null).articles.info({ query: { id } })).html;
}

const keeps = (keepsCamera: boolean) => site.as(site.lin).accounts.changePreferences({ body: { keepsCamera } });
const permits = async (camera: boolean) => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'uploads', { camera }));
  forgetSettings(site.db);
};
const stored = async () =>
  (await site.db.selectFrom('fileOwners').select('camera').execute()).map(({ camera }) => camera);

test('what the camera noted is kept and shown only for a member who wishes it; the position never', async () => {
  expect(await publishes((await upload(site, site.lin, await photograph())).data.url)).not.toContain('data-camera');
  expect(await stored()).toEqual(['']);
  await keeps(true);
  const html = await publishes((await upload(site, site.lin, await photograph())).data.url);
  expect(html).toContain('data-camera="FUJIFILM X-T5 · 35 mm · f/5.6 · 1/250 s · ISO 400 · 2026-10-17"');
  expect((await stored()).join()).not.toMatch(/GPS|\b41\b|\b100\b/);
  const file = await upload(site, site.ming, await photograph());
  expect(await publishes(file.data.url)).not.toContain('data-camera');
});

test('a member who stops keeping it loses it with the next upload; a site may forbid it for all', async () => {
  await keeps(true);
  const bytes = await photograph();
  const { url } = (await upload(site, site.lin, bytes)).data;
  expect(await publishes(url)).toContain('data-camera');
  await permits(false);
  expect(await publishes(url)).not.toContain('data-camera');
  await expect(keeps(true)).rejects.toMatchObject({ id: 'not-allowed', field: 'keepsCamera' });
  await upload(site, site.lin, bytes);
  expect(await stored()).toEqual(['']);
  await permits(true);
  await keeps(false);
  expect((await site.as(site.lin).sessions.byToken({ query: {} }))?.keepsCamera).toBe(false);
});

test('malformed notes are none', async () => {
  const { exif } = await sharp(await photograph()).metadata();
  const whole = exif ?? Buffer.alloc(0);
  expect(readCameraNotes(whole)).toContain('X-T5');
  for (let length = 0; length < whole.length; length += 7)
    expect(readCameraNotes(whole.subarray(0, length))).toBeTypeOf('string');
  const endless = Buffer.from(whole);
  endless.fill(0xff, 14);
  expect(readCameraNotes(endless)).toBe('');
});
