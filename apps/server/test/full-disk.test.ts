import { statfsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBackup } from '../src/operations/backups/backups.ts';
import { workAlone } from '../src/operations/backups/work-alone.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { noisyPicture } from './full-site.ts';
import { testSite, tokenOf } from './site.ts';
import { mountSmallDisk } from './small-disk.ts';
import { upload } from './upload.ts';

const disk = process.env.TEST_DATABASE ? undefined : mountSmallDisk(8);
const full = { code: 507, message: '磁盘已满，没有保存；请联系站长清理后重试', extra: { failure: 'disk-full' } };

describe.runIf(disk)('a full disk', () => {
  const folder = disk ?? '';

  test('writes to the database and of files are refused by name, reading goes on, and nothing is half done', async () => {
    const file = join(folder, 'site.db');
    const site = await testSite({ database: () => openEmpty(file), files: join(folder, 'files') });
    const articleId = await site.writes();
    const comment = async (text: string) => {
      const payload = { articleId, text, key: text.slice(0, 20) };
      const headers = { authorization: tokenOf(site.ming) };
      return (await site.app.inject({ method: 'POST', url: '/v1/comment/', headers, payload })).json();
    };
    const picture = await noisyPicture();
    expect((await comment('还有地方')).code).toBe(200);

    fill(folder);
    const refused = [];
    for (let n = 0; n < 5; n++) refused.push(await comment(`${n} ${'长'.repeat(400)}`));
    for (const one of refused) expect(one).toMatchObject(full);
    expect(await upload(site, site.ming, picture)).toMatchObject(full);
    const listed = await site.as(null).comments.list({ query: { articleId } });
    expect(JSON.stringify(listed)).toContain('还有地方');
    await expect(
      createBackup({ db: site.db, storage: site.storage, siteUrl: site.siteUrl, databaseUrl: file, dataDir: folder }),
    ).rejects.toThrow(/^磁盘满了/);
    await expect(workAlone({ dataDir: folder, databaseUrl: file }, async () => {})).rejects.toThrow(/^磁盘满了/);

    await rm(join(folder, 'filler'));
    expect((await comment('又有地方了')).code).toBe(200);
    expect(await upload(site, site.ming, picture)).toMatchObject({ code: 200 });
    const texts = await site.db.selectFrom('comments').select('text').orderBy('id').execute();
    expect(texts.map(({ text }) => text)).toEqual(['还有地方', '又有地方了']);
    await site.close();
  });
});

async function openEmpty(url: string) {
  const db = openDatabase(url);
  await migrate(db, 'sqlite');
  return { db, dialect: 'sqlite' as const, url, close: () => db.destroy() };
}

/** Leaves not a page free. */
function fill(folder: string) {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize));
}
