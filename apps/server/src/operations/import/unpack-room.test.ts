import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openSource } from '@mojian/importers/source';
import { describe, expect, test } from 'vitest';
import { mountSmallDisk } from '../../../test/small-disk.ts';
import { requireRoom } from '../../platform/storage/pieces.ts';
import { resultOf } from './process-result.ts';

const megabyte = 1024 * 1024;
const disk = mountSmallDisk(112);
const tinyDisk = mountSmallDisk(1);

describe.runIf(disk)('a small disk', () => {
  const folder = disk ?? '';

  test('a file that unpacks to more than fits is refused before the site has no room left, and nothing of it stays', async () => {
    const path = join(folder, 'blog.xml.gz');
    writeFileSync(path, gzipSync(Buffer.alloc(400 * megabyte)));
    const before = readdirSync(folder);
    let least = Number.POSITIVE_INFINITY;
    const watch = setInterval(() => {
      const { bavail, bsize } = statfsSync(folder);
      least = Math.min(least, bavail * bsize);
    }, 1);
    await expect(openSource(path, { folder, requireRoom })).rejects.toThrow('磁盘放不下这个文件，请先腾出地方');
    clearInterval(watch);
    expect(least).toBeGreaterThan(40 * megabyte);
    expect(readdirSync(folder)).toEqual(before);
  });
});

test.runIf(tinyDisk)('a full disk is named as such, not as a damaged file', async () => {
  const text = `letters ${'雨'.repeat(1_000_000)}`;
  const beside = mkdtempSync(join(tmpdir(), 'mojian-room-'));
  for (const [name, bytes] of [
    ['a.txt.gz', gzipSync(text)],
    ['b.txt', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ] as const) {
    const path = join(beside, name);
    writeFileSync(path, bytes);
    expect(await resultOf(() => openSource(path, { folder: tinyDisk ?? '' })), name).toMatchObject({
      failure: { id: 'disk-full', text: expect.stringMatching(/^磁盘满了/) },
    });
  }
  rmSync(beside, { recursive: true });
  expect(readdirSync(tinyDisk ?? '')).toEqual([]);
});
