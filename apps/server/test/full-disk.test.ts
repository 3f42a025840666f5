import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { describe, expect, test } from 'vitest';
import type { ZodObject } from 'zod';
import { createBackup, removeBackup } from '../src/operations/backups/backups.ts';
import { workAlone } from '../src/operations/backups/work-alone.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { spoolFolder } from '../src/platform/storage/spool.ts';
import { noisyPicture } from './full-site.ts';
import { mp3 } from './made-files.ts';
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
    await mkdir(join(folder, 'arriving'));
    await symlink(join(folder, 'arriving'), spoolFolder(site.dataDir));
    expect((await comment('还有地方')).code).toBe(200);

    await site.db
      .updateTable('sessions')
      .set({ usedAt: Date.now() - 3_600_000 })
      .execute();
    fill(folder);
    const refused = [];
    for (let n = 0; n < 5; n++) refused.push(await comment(`${n} ${'长'.repeat(400)}`));
    for (const one of refused) expect(one).toMatchObject(full);
    expect(await upload(site, site.ming, picture)).toMatchObject(full);
    expect(await upload(site, site.owner, { name: '录音.mp3', bytes: mp3(400) })).toMatchObject(full);
    const listed = await site.as(null).comments.list({ query: { articleId } });
    expect(JSON.stringify(listed)).toContain('还有地方');
    await expect(
      createBackup({ db: site.db, storage: site.storage, siteUrl: site.siteUrl, databaseUrl: file, dataDir: folder }),
    ).rejects.toThrow(/^磁盘满了/);
    await workAlone({ dataDir: folder, databaseUrl: file }, async () => {}); // a lock needs no room

    expect(await refusedReads(site)).toEqual(writingReads);
    const made = join(site.dataDir, 'backups', 'mojian-20260101-000000.zip');
    await mkdir(dirname(made), { recursive: true });
    await writeFile(made, 'old');
    await removeBackup({ db: site.db, dataDir: site.dataDir }, site.owner, 'mojian-20260101-000000.zip');
    expect(existsSync(made)).toBe(false);

    await rm(join(folder, 'filler'));
    expect((await comment('又有地方了')).code).toBe(200);
    expect(await upload(site, site.ming, picture)).toMatchObject({ code: 200 });
    const texts = await site.db.selectFrom('comments').select('text').orderBy('id').execute();
    expect(texts.map(({ text }) => text)).toEqual(['还有地方', '又有地方了']);
    await site.close();
  });
});

type TestSite = Awaited<ReturnType<typeof testSite>>;

/** Calls of method GET that do something, as the specification or their name says. */
const writingReads = [
  '/oauth/sendEmailCode',
  '/v1/article/like',
  '/oauth/captcha', // the first one makes the site's key
  '/v1/collect/insertCollect',
  '/v1/collect/collect',
  '/v1/comment/like',
  '/oauth/passkey',
  '/logout',
];

/** Values for whatever a reading call may need. */
const values: Record<string, unknown> = {
  id: 1,
  articleId: 1,
  userId: 1,
  keyword: '雨',
  type: 0,
  email: 'nobody@example.com',
  kind: 'fans',
};

/** Asks every reading call as an owner whose session was last noted an hour ago. @returns those that say the disk is full */
async function refusedReads(site: TestSite) {
  const refused = [];
  for (const call of [...Object.values(api), ...Object.values(adminApi)].flatMap((calls) => Object.values(calls))) {
    const { method, path, query } = call as Endpoint;
    if (method !== 'GET') continue;
    const names = query ? Object.keys((query as ZodObject).shape ?? {}) : [];
    const wanted = Object.fromEntries(
      names.filter((name) => name in values).map((name) => [name, String(values[name])]),
    );
    const headers = { authorization: tokenOf(site.owner) };
    const url = path.replaceAll(/:\w+|\{\w+\}/g, '1');
    const { statusCode } = await site.app.inject({ url, query: wanted, headers });
    if (statusCode === 507 || statusCode === 500) refused.push(statusCode === 507 ? path : `${statusCode} ${path}`);
  }
  return refused;
}

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
