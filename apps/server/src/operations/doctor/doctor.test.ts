import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, statfsSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase } from '../../../test/database.ts';
import { startMuteSmtp, startSmtp } from '../../../test/smtp.ts';
import { readConfig } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Db } from '../../platform/db/schema.ts';
import { examine } from './doctor.ts';
import { checkMemory } from './machine.ts';

const isPostgres = process.env.TEST_DATABASE !== undefined;
let folder: string;
let place: Awaited<ReturnType<typeof newDatabase>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mojian-doctor-'));
  place = await newDatabase();
});
afterEach(async () => {
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

const urlIn = (data: string) => (isPostgres ? place.url : join(data, 'mojian.db'));
const configOf = (data: string, env: Record<string, string> = {}) => ({
  ...readConfig({ DATA_DIR: data, ...env }),
  databaseUrl: urlIn(data),
});

async function prepare(data = folder, work: (db: Db) => Promise<unknown> = async () => {}) {
  const db = openDatabase(urlIn(data));
  await migrate(db, dialectOf(urlIn(data)));
  await work(db);
  await db.destroy();
}

/** Findings about one subject; those of others depend on the machine the test runs on. */
async function find(name: string, env: Record<string, string> = {}, data = folder) {
  const findings = await examine(configOf(data, env));
  return findings.find((finding) => finding.name === name);
}

test('a sound site has no findings, and the examination leaves nothing behind', async () => {
  await prepare();
  const findings = await examine(configOf(folder));
  expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
  expect(findings.map(({ name }) => name)).toEqual([
    '时钟',
    '内存',
    '磁盘',
    '数据文件夹',
    '数据库',
    '存储',
    '邮件',
    '别处的备份',
    '运行',
  ]);
  const db = openDatabase(urlIn(folder));
  expect(await db.selectFrom('tickets').selectAll().execute()).toEqual([]);
  await db.destroy();
});

test('a missing folder is reported and not created', async () => {
  const findings = await examine(configOf(join(folder, 'none')));
  expect(findings.at(-1)).toMatchObject({ name: '数据文件夹', state: 'warn' });
  expect(findings.at(-1)?.advice).toContain('DATA_DIR');
  expect(() => statfsSync(join(folder, 'none'))).toThrow();
});

test('a clock behind the newest file is a fault', async () => {
  await prepare();
  const tomorrow = Date.now() / 1000 + 86_400;
  writeFileSync(join(folder, 'note'), '');
  utimesSync(join(folder, 'note'), tomorrow, tomorrow);
  expect(await find('时钟')).toMatchObject({ state: 'bad', text: expect.stringContaining('时钟慢了') });
});

test('a small machine without swap is told how to add some', async () => {
  const info = (available: number, swap: number) => async () =>
    `MemTotal: 500000 kB\nMemAvailable: ${available} kB\nSwapTotal: ${swap} kB\n`;
  expect(await checkMemory(info(200_000, 0))).toMatchObject({
    state: 'warn',
    advice: expect.stringContaining('mkswap'),
  });
  expect(await checkMemory(info(200_000, 500_000))).toMatchObject({ state: 'ok' });
  expect(await checkMemory(info(20_000, 0))).toMatchObject({ state: 'bad', text: expect.stringContaining('快用完了') });
});

test.runIf(process.getuid?.() === 0)('files of another user are named', async () => {
  await prepare();
  writeFileSync(join(folder, 'made-by-root'), '');
  await chown(join(folder, 'made-by-root'), 65_534, 65_534);
  const finding = await find('数据文件夹');
  expect(finding).toMatchObject({ state: 'bad', text: expect.stringContaining('made-by-root') });
  expect(finding?.advice).toContain('chown -R');
});

/** Only root may mount a small disk; elsewhere these are skipped. */
const mayMount = !isPostgres && canMount();

test.runIf(mayMount)('a full disk is named for the folder and the storage', async () => {
  await onDisk(async (disk) => {
    await prepare(disk);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
    expect(await find('磁盘', {}, disk)).toMatchObject({ state: 'bad', advice: expect.stringContaining('backups') });
    expect(await find('数据文件夹', {}, disk)).toMatchObject({ state: 'bad', advice: '磁盘满了：腾出地方' });
    expect(await find('存储', {}, disk)).toMatchObject({ state: 'bad', text: expect.stringContaining('磁盘满了') });
    expect(await find('数据库', {}, disk)).toMatchObject({ state: 'bad' });
  });
});

test.runIf(mayMount)('a folder that turned read-only is named, with its cause', async () => {
  await onDisk(async (disk) => {
    await prepare(disk);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    expect(await find('数据文件夹', {}, disk)).toMatchObject({
      state: 'bad',
      advice: expect.stringContaining('dmesg'),
    });
    expect(await find('存储', {}, disk)).toMatchObject({ state: 'bad' });
    expect(await find('数据库', {}, disk)).toMatchObject({ state: 'bad' });
  });
});

test.runIf(!isPostgres)('a damaged database file is named, and the way out is a backup', async () => {
  await prepare();
  const file = openSync(urlIn(folder), 'r+');
  for (let page = 3; page < 40; page++) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
  expect(await find('数据库')).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('坏了'),
    advice: expect.stringContaining('备份'),
  });
  writeFileSync(urlIn(folder), 'no database at all'.repeat(500));
  expect(await find('数据库')).toMatchObject({ state: 'bad', text: expect.stringContaining('坏了') });
});

test('a database of a newer version is a fault, one to be upgraded is not', async () => {
  const row = { name: '999-later', timestamp: '2030-01-01' };
  const steps = (db: Db) => db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
  await prepare(folder, (db) => steps(db).insertInto('kysely_migration').values(row).execute());
  expect(await find('数据库')).toMatchObject({ state: 'bad', text: expect.stringContaining('更新的版本') });

  const db = openDatabase(urlIn(folder));
  const last = await steps(db).selectFrom('kysely_migration').select('name').orderBy('name', 'desc').limit(2).execute();
  await steps(db)
    .deleteFrom('kysely_migration')
    .where(
      'name',
      'in',
      last.map(({ name }) => name),
    )
    .execute();
  await db.destroy();
  expect(await find('数据库')).toMatchObject({ state: 'warn', text: expect.stringContaining('还没有做') });
});

test('a database server that does not answer is a fault', async () => {
  const findings = await examine({ ...configOf(folder), databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  expect(findings.find(({ name }) => name === '数据库')).toMatchObject({
    state: 'bad',
    advice: expect.stringContaining('DATABASE_URL'),
  });
});

test('a mail server is contacted; one that refuses, is silent or missing is reported', async () => {
  await prepare();
  const smtp = await startSmtp();
  expect(await find('邮件', { SMTP_URL: `smtp://127.0.0.1:${smtp.port}?from=a@b.cn` })).toMatchObject({ state: 'ok' });
  expect(smtp.letters).toEqual([]);
  await smtp.close();
  expect(await find('邮件', { SMTP_URL: `smtp://127.0.0.1:${smtp.port}?from=a@b.cn` })).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('连不上'),
  });
  const refusing = await startMuteSmtp('554 go away\r\n');
  expect(await find('邮件', { SMTP_URL: `smtp://127.0.0.1:${refusing.port}?from=a@b.cn` })).toMatchObject({
    state: 'bad',
  });
  await refusing.close();
  expect(await find('邮件')).toMatchObject({ state: 'warn' });
});

function canMount() {
  try {
    const disk = mkdtempSync(join(tmpdir(), 'mojian-disk-'));
    mountSmall(disk);
    unmount(disk);
    return true;
  } catch {
    return false;
  }
}

function mountSmall(disk: string) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' });
}

function unmount(disk: string) {
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
}

async function onDisk(work: (disk: string) => Promise<void>) {
  const disk = mkdtempSync(join(tmpdir(), 'mojian-disk-'));
  mountSmall(disk);
  try {
    await work(disk);
  } finally {
    unmount(disk);
  }
}
