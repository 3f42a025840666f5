import { readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mountSmallDisk } from '../../../test/small-disk.ts';
import { openSource } from './source.ts';

const megabyte = 1024 * 1024;
const disk = mountSmallDisk(112);

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
    await expect(openSource(path, 'blog.xml.gz', folder)).rejects.toThrow('磁盘放不下这个文件，请先腾出地方');
    clearInterval(watch);
    expect(least).toBeGreaterThan(40 * megabyte);
    expect(readdirSync(folder)).toEqual(before);
  });
});
