import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { noise } from '../../../test/noise.ts';
import { localStorage } from './local-storage.ts';
import { PictureRefused, type RefusalReason } from './picture.ts';
import { keepPicture, pictureProcess, takePicture } from './pictures.ts';
import { type Storage, typeOfKey } from './storage.ts';

const blank = (width: number, height: number, background = '#b5402d') =>
  sharp({ create: { width, height, channels: 3, background } });

async function refusal(bytes: Uint8Array): Promise<RefusalReason | undefined> {
  const error: unknown = await takePicture(bytes).catch((thrown: unknown) => thrown);
  return error instanceof PictureRefused ? error.reason : undefined;
}

test('a picture becomes WebP under a key of its own bytes', async () => {
  const upload = await blank(60, 40).png().toBuffer();
  const picture = await takePicture(upload);
  expect(picture).toMatchObject({ type: 'image/webp', width: 60, height: 40 });
  expect(typeOfKey(picture.key)).toBe(picture.type);
  expect((await sharp(picture.bytes).metadata()).format).toBe('webp');
  expect((await takePicture(upload)).key).toBe(picture.key);
  expect((await takePicture(await blank(60, 40, '#fff').png().toBuffer())).key).not.toBe(picture.key);
});

test('a photograph is rotated upright and loses its EXIF', async () => {
  const upload = await blank(60, 40)
    .composite([{ input: await blank(20, 40, '#fff').png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera', Orientation: '6' }, IFD3: { GPSLatitude: '30/1 15/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(upload).metadata()).orientation).toBe(6);

  const picture = await takePicture(upload);
  const { exif, xmp, iptc, orientation } = await sharp(picture.bytes).metadata();
  expect({ exif, xmp, iptc, orientation }).toEqual({});
  expect(picture).toMatchObject({ width: 40, height: 60 });
  // Turned clockwise, the white left side is on top.
  const [top, bottom] = await Promise.all([10, 50].map((y) => greenAt(picture.bytes, 20, y)));
  expect(top).toBeGreaterThan(240);
  expect(bottom).toBeLessThan(100);
});

async function greenAt(bytes: Uint8Array, left: number, top: number): Promise<number> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return pixel[1] ?? 0;
}

test('a large photograph is made 2000 pixels wide, a small one stays', async () => {
  expect(await takePicture(await blank(3000, 1500).jpeg().toBuffer())).toMatchObject({ width: 2000, height: 1000 });
  expect(await takePicture(await blank(30, 15).jpeg().toBuffer())).toMatchObject({ width: 30, height: 15 });
});

test('smaller copies are made where they save bytes', async () => {
  const widths = async (width: number) =>
    (await takePicture(await blank(width, 100).png().toBuffer())).sizes.map((size) => size.width);
  expect(await widths(400)).toEqual([]);
  expect(await widths(500)).toEqual([]);
  expect(await widths(1000)).toEqual([480]);
  expect(await widths(1800)).toEqual([480, 960]);
  expect(await widths(4000)).toEqual([480, 960, 1600]);
});

test('a smaller copy is the same picture under its own key', async () => {
  const { key, sizes } = await takePicture(await blank(1200, 600).jpeg().toBuffer());
  for (const size of sizes) {
    expect(size.key).toBe(key.replace('.webp', `-${size.width}.webp`));
    expect(typeOfKey(size.key)).toBe('image/webp');
    const { format, width, height } = await sharp(size.bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: size.width, height: size.width / 2 });
  }
});

test('a thumbhash has the picture’s colour and shape', async () => {
  const { thumbhash } = await takePicture(await blank(1200, 600, '#b5402d').jpeg().toBuffer());
  const hash = Buffer.from(thumbhash, 'base64');
  const { r, g, b } = thumbHashToAverageRGBA(hash);
  expect([r, g, b].map((part) => Math.round(part * 255))).toEqual([
    expect.closeTo(0xb5, -1.2),
    expect.closeTo(0x40, -1.2),
    expect.closeTo(0x2d, -1.2),
  ]);
  expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(2, 0);
});

test.each([
  ['Display P3', () => blank(40, 40, '#d03020').withIccProfile('p3').png(), 8],
  ['CMYK', () => blank(40, 40, '#d03020').toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }), 16],
] as const)('colours in %s become those of every screen', async (_name, draw, tolerance) => {
  const upload = await draw().toBuffer();
  expect((await sharp(upload).metadata()).icc).toBeDefined();
  const { bytes } = await takePicture(upload);
  const { space, icc } = await sharp(bytes).metadata();
  expect({ space, icc }).toEqual({ space: 'srgb', icc: undefined });
  const pixel = [...(await sharp(bytes).extract({ left: 20, top: 20, width: 1, height: 1 }).raw().toBuffer())];
  const away = [0xd0, 0x30, 0x20].map((part, index) => Math.abs(part - (pixel[index] ?? 0)));
  expect(Math.max(...away)).toBeLessThan(tolerance);
});

test('a long screenshot is scaled to WebP’s limit', async () => {
  const picture = await takePicture(await blank(400, 20_000).png().toBuffer());
  expect(picture.height).toBe(16_000);
});

test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => blank(24, 16, colour).png().toBuffer()));
  const upload = await sharp(frames, { join: { animated: true } })
    .toFormat(format, { delay: [100, 200, 300], loop: 0 })
    .toBuffer();
  const picture = await takePicture(upload);
  expect(picture).toMatchObject({ width: 24, height: 16 });
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'webp', pages: 3, delay: [100, 200, 300] });
  expect(picture.sizes).toEqual([]);
  expect(picture.thumbhash).not.toBe('');
});

test('an animation with too many frames, or too many pixels in all of them, is refused', async () => {
  const still = await blank(2, 2).png().toBuffer();
  const long = Array.from({ length: 501 }, async (_, index) =>
    blank(2, 2, index % 2 ? '#000' : '#fff')
      .png()
      .toBuffer(),
  );
  const frames = sharp(await Promise.all(long), { join: { animated: true } });
  expect(await refusal(await frames.gif().toBuffer())).toBe('too-animated');
  expect(await refusal(still)).toBeUndefined();

  const large = await Promise.all(['#000', '#fff', '#f00'].map((colour) => blank(3000, 3000, colour).png().toBuffer()));
  expect(
    await refusal(
      await sharp(large, { join: { animated: true } })
        .webp({ effort: 0 })
        .toBuffer(),
    ),
  ).toBe('too-animated');
});

test('an AVIF is taken', async () => {
  expect(await takePicture(await blank(32, 16).avif({ effort: 0 }).toBuffer())).toMatchObject({
    width: 32,
    height: 16,
  });
});

test('transparency is kept', async () => {
  const upload = await sharp({ create: { width: 4, height: 4, channels: 4, background: '#ffffff00' } })
    .png()
    .toBuffer();
  expect((await sharp((await takePicture(upload)).bytes).metadata()).hasAlpha).toBe(true);
});

test('a file that is no picture is refused, whatever its name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  expect(await refusal(Buffer.from(svg))).toBe('not-a-picture');
  expect(await refusal(Buffer.from(`<?xml version="1.0"?>${svg}`))).toBe('not-a-picture');
  expect(await refusal(Buffer.from('<html>hello</html>'))).toBe('not-a-picture');
  expect(await refusal(await blank(9, 9).tiff().toBuffer())).toBe('not-a-picture');
  expect(await refusal(new Uint8Array())).toBe('not-a-picture');
});

test('a fake or broken PNG is refused', async () => {
  const png = await blank(300, 300).png().toBuffer();
  const signature = png.subarray(0, 8);
  expect(await refusal(Buffer.concat([signature, Buffer.from('<script>alert(1)</script>')]))).toBe('broken');
  expect(await refusal(png.subarray(0, png.length / 2))).toBe('broken');
});

test.each(['jpeg', 'gif', 'webp', 'avif'] as const)('a %s that was cut off is refused', async (format) => {
  const whole = await blank(300, 300)
    .composite([{ input: await noise(300), left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
  expect(await refusal(whole)).toBeUndefined();
  expect(await refusal(whole.subarray(0, whole.length * 0.6))).toBe('broken');
  expect(await refusal(whole.subarray(0, 20))).toBe('broken');
});

test('data appended to a picture is dropped', async () => {
  const secret = '<?php hidden ?>';
  const upload = Buffer.concat([await blank(9, 9).jpeg().toBuffer(), Buffer.from(secret)]);
  expect(Buffer.from((await takePicture(upload)).bytes).includes(secret)).toBe(false);
});

test('a small file that unpacks to a huge picture is refused', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await refusal(bomb)).toBe('too-many-pixels');
});

test.each([
  ['wide', 40_000, 1],
  ['high', 1, 40_000],
])('a picture 40,000 pixels %s is refused, however few they are', async (_name, width, height) => {
  expect(await refusal(await blank(width, height).png().toBuffer())).toBe('too-long');
});

test('a heavy file is refused', async () => {
  expect(await refusal(new Uint8Array(20 * 1024 * 1024 + 1))).toBe('too-heavy');
});

test('a picture that could not be stored leaves nothing; one that is there is not touched', async () => {
  const picture = await takePicture(await noise(900));
  const folder = await mkdtemp(join(tmpdir(), 'mojian-pictures-'));
  const storage = localStorage(folder);
  const filesIn = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.webp'));
  let puts = 0;
  const failing: Storage = {
    ...storage,
    put: (...file) => (++puts === 2 ? Promise.reject(new Error('no room')) : storage.put(...file)),
  };
  await expect(keepPicture(failing, picture)).rejects.toThrow('no room');
  expect(await filesIn()).toEqual([]);
  expect(await keepPicture(storage, picture)).toBe(true);
  const stored = await filesIn();
  expect(stored).toHaveLength(picture.sizes.length + 1);
  puts = 0;
  expect(await keepPicture(failing, picture)).toBe(false);
  expect([puts, await filesIn()]).toEqual([0, stored]);
  await rm(folder, { recursive: true });
});

test('a refusal tells its sender why in Chinese', () => {
  expect(new PictureRefused('too-heavy').message).toBe('图片过大，请不要超过 20 MB');
  expect(new PictureRefused('broken').asFailure('file')).toMatchObject({ id: 'invalid-input', field: 'file' });
  expect(new PictureRefused('not-a-picture').asFailure('file')).toMatchObject({ id: 'wrong-type', field: 'file' });
});

/** A picture whose head promises other sides than it has: 300 bytes that would take a gigabyte. */
async function claiming(side: number) {
  const bytes = await blank(64, 64).avif({ effort: 0 }).toBuffer();
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 1)) {
    bytes.writeUInt32BE(side, at + 8);
    bytes.writeUInt32BE(side, at + 12);
  }
  return bytes;
}

test('formats decoded as a whole have a lower limit', async () => {
  expect(await refusal(await claiming(3600))).toBe('too-large-for-avif');
  expect(await refusal(await blank(5100, 5000).jpeg({ progressive: true }).toBuffer())).toBe('too-large-at-once');
  expect(await refusal(await blank(5100, 5000).jpeg().toBuffer())).toBeUndefined();
});

test('pictures are decoded in a process of their own', async () => {
  await takePicture(await blank(60, 40).png().toBuffer());
  expect(pictureProcess.pid).toEqual(expect.any(Number));
  expect(pictureProcess.pid).not.toBe(process.pid);
});
