import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isShort } from '../../../../../e2e/long.ts';
import { newDatabase } from '../../../test/database.ts';
import { fillFully } from '../../../test/full-site.ts';
import { program } from '../../../test/program.ts';
import { testSite } from '../../../test/site.ts';
import { storedRows } from '../../../test/stored-rows.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { localStorage } from '../../platform/storage/local-storage.ts';
import { prepareEncryption } from '../backups/age.ts';
import { backUpInto } from '../backups/backups.ts';
import { restoreSite } from '../backups/restore.ts';

let dataDir: string;
let place: Awaited<ReturnType<typeof newDatabase>>;
let zip: string;

/** A site's backup, and another place its programs are run in. */
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mojian-cli-'));
  place = await newDatabase();
  zip = join(dataDir, 'full.zip');
  const site = await testSite();
  await fillFully(site);
  await backUpInto({ ...site, databaseUrl: site.url, dataDir }, zip, () => {});
  await site.close();
});
afterEach(async () => {
  await place.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const databaseUrl = () => (dialectOf(place.url) === 'postgres' ? place.url : join(dataDir, 'mojian.db'));
const deps = () => ({
  databaseUrl: databaseUrl(),
  dataDir,
  storage: localStorage(join(dataDir, 'files')),
  siteUrl: 'https://b',
});

type How = { killAt?: RegExp; kilobytes?: number; room?: number; typed?: string };

/** A disk of its own for the backups, of so many kilobytes, and at the end what lies on it. */
const small = (kilobytes: number) =>
  `mount -t tmpfs -o size=${kilobytes}k tmpfs "$DATA_DIR/backups" || exit 90; "$@"; code=$?; ls -A "$DATA_DIR/backups"; exit $code`;

/** Not where the system lets only root make a disk. */
const hasDisks = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

/** Runs a program as people do; killed when its output says so, with no file allowed to be larger, or on a small disk. */
function run(name: 'backup' | 'restore', args: string[], { killAt, kilobytes, room, typed }: How = {}) {
  const command = [process.execPath, program, name, ...args];
  const limit = kilobytes ? `ulimit -f ${kilobytes};` : '';
  const server = dialectOf(place.url) === 'postgres' ? { DATABASE_URL: place.url } : {};
  const env = { ...process.env, DATA_DIR: dataDir, ...server };
  const [shell = '', ...words] = room
    ? ['unshare', '-rm', 'bash', '-c', small(room)]
    : ['bash', '-c', `${limit} exec "$@"`];
  const child = spawn(shell, [...words, 'run', ...command], { env });
  if (typed !== undefined) child.stdin.end(typed);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
      if (killAt?.test(output)) child.kill('SIGKILL');
    });
  return new Promise<{ code: number | null; output: string }>((done) => {
    child.on('close', (code) => done({ code, output }));
  });
}

const slow = { timeout: 300_000 }; // a dozen programs one after the other

test.skipIf(isShort)(
  'killed at any moment of a restore, the site is the old or the new one, and the next restore finishes',
  slow,
  async () => {
    expect(await run('restore', [zip])).toMatchObject({ code: 0, output: expect.stringContaining('都与备份核对过') });
    const whole = await storedRows(databaseUrl());
    let cutShort = 0;
    for (const killAt of [/核对备份：/, /比对数据：/, /放回图片：/]) {
      const db = openDatabase(databaseUrl());
      await db
        .insertInto('tags')
        .values({ name: `恢复前才有${killAt}` })
        .execute();
      await db.destroy();
      const changed = await storedRows(databaseUrl());
      const { code, output } = await run('restore', [zip], { killAt });
      const now = await storedRows(databaseUrl());
      expect(code === 0 ? [whole] : [whole, changed], output).toContainEqual(now);
      if (code === null) cutShort += 1;
    }
    expect(cutShort).toBeGreaterThan(0);
    expect(await run('restore', [zip])).toMatchObject({ code: 0 });
    expect(await storedRows(databaseUrl())).toEqual(whole);
    const left = [...(await readdir(dataDir)), ...(await readdir(join(dataDir, 'backups')))];
    expect(left.filter((name) => name.startsWith('.copy') || name.endsWith('.part'))).toEqual([]);
    await run('restore', ['--dry-run', zip]).then(({ code, output }) => {
      expect(code).toBe(0);
      expect(output).toMatch(/预览[\s\S]*留言：\d+\n/);
    });
  },
);

test('a full disk is reported and leaves no partial file', slow, async () => {
  await restoreSite(deps(), zip);
  const db = openDatabase(databaseUrl());
  const noise = randomBytes(600_000).toString('base64');
  await db.insertInto('secrets').values({ name: 'noise', value: noise }).execute();
  await db.destroy();
  const whole = await storedRows(databaseUrl());
  const target = join(dataDir, 'large.zip');
  expect(await run('backup', [target], { kilobytes: 200 })).toMatchObject({
    code: 1,
    output: expect.stringContaining('磁盘满了，备份失败，没有留下半个文件'),
  });
  expect((await readdir(dataDir)).filter((name) => name.startsWith('large'))).toEqual([]);

  expect(await run('restore', [zip], { kilobytes: 200 })).toMatchObject({
    code: 1,
    output: expect.stringContaining('失败，原来的站点没有动'),
  });
  expect(await storedRows(databaseUrl())).toEqual(whole);
  expect((await readdir(join(dataDir, 'backups'))).filter((name) => name !== '.lock')).toEqual([]);
});

test.runIf(hasDisks)('a really full disk is reported and leaves no partial file', slow, async () => {
  await restoreSite(deps(), zip);
  const db = openDatabase(databaseUrl());
  const noise = randomBytes(900_000).toString('base64');
  await db.insertInto('secrets').values({ name: 'noise', value: noise }).execute();
  await db.destroy();
  const whole = await storedRows(databaseUrl());
  await mkdir(join(dataDir, 'backups'), { recursive: true });
  expect(await run('backup', [], { room: 500 })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/磁盘满了，备份失败，没有留下半个文件。腾出地方再试\n\.lock\n$/),
  });
  expect(await run('restore', [zip], { room: 500 })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/磁盘满了，恢复失败，原来的站点没有动。腾出地方再试\n\.lock\n$/),
  });
  expect(await storedRows(databaseUrl())).toEqual(whole);
});

test('a backup is written to the given path, listed, and overwrites no file', slow, async () => {
  await restoreSite(deps(), zip);
  expect(await run('backup', [])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/已备份：.*backups.mojian-/),
  });
  expect(await run('backup', ['list'])).toMatchObject({ code: 0, output: expect.stringMatching(/^mojian-.* KB/m) });
  expect(await run('backup', [zip])).toMatchObject({ code: 1, output: expect.stringContaining('已经有这个文件') });
  for (const [name, args] of [
    ['backup', ['--x']],
    ['restore', ['a', 'b']],
  ] as const)
    expect(await run(name, [...args])).toMatchObject({ code: 2, output: expect.stringContaining('用法') });
});

test('what lies elsewhere is listed, and restored from there by its name', slow, async () => {
  await restoreSite(deps(), zip);
  const folder = join(dataDir, 'elsewhere');
  await mkdir(folder);
  await writeFile(join(folder, '.mojian-backups'), '');
  const name = 'mojian-20261129-063000.zip';
  await copyFile(zip, join(folder, name));
  const db = openDatabase(databaseUrl());
  const place = { kind: 'folder', name: '硬盘', url: folder, lastUploadedAt: null, failingSince: null } as const;
  await db
    .insertInto('backupRemotes')
    .values({ ...place, createdAt: 1 })
    .execute();
  await db
    .insertInto('backupRemotes')
    .values({ ...place, name: '没挂上', url: dataDir, createdAt: 1 })
    .execute();
  await db.destroy();
  const { code, output } = await run('backup', ['list']);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/硬盘\/mojian-20261129-063000\.zip {2}[\d.]+ KB\n没挂上：.*没有挂载上/),
  ]);
  const restored = await run('restore', [`硬盘/${name}`]);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('已恢复') });
  expect(await run('restore', [`硬盘/mojian-1.zip`])).toMatchObject({
    code: 1,
    output: expect.stringContaining('那里没有这份备份'),
  });
  expect(await run('restore', [`网盘/${name}`])).toMatchObject({
    code: 1,
    output: expect.stringContaining('没有叫「网盘」的地方'),
  });
});

test(
  'a backup of the site itself is restored by the name that is listed, and previewed with the time of China',
  slow,
  async () => {
    const name = 'mojian-20261130-093000.zip';
    await mkdir(join(dataDir, 'backups'), { recursive: true });
    await copyFile(zip, join(dataDir, 'backups', name));
    const preview = await run('restore', [name, '--dry-run']);
    expect(preview).toMatchObject({
      code: 0,
      output: expect.stringMatching(/备份完好：[^，]+，\d{4}-\d\d-\d\d \d\d:\d\d，/),
    });
    expect(await run('restore', [name])).toMatchObject({ code: 0, output: expect.stringContaining('已恢复') });
    expect(await run('restore', ['mojian-1.zip'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('没有这个文件'),
    });
  },
);

test('an encrypted file is restored with its passphrase', slow, async () => {
  const passphrase = '三月里的小雨';
  const { encrypt } = await prepareEncryption(passphrase);
  await pipeline(encrypt(createReadStream(zip)), createWriteStream(`${zip}.age`));
  expect(await run('restore', [`${zip}.age`], { typed: 'wrong\n' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('加密的口令不对'),
  });
  expect(await run('restore', [`${zip}.age`], { typed: `${passphrase}\n` })).toMatchObject({
    code: 0,
    output: expect.stringContaining('已恢复'),
  });
  expect((await readdir(join(dataDir, 'backups'))).filter((one) => one.includes('opened'))).toEqual([]);
});
