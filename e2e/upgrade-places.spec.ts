import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { newDatabase } from '../apps/server/test/database.ts';
import { type Db, openDatabase } from './arrange.ts';
import {
  endNow,
  type Installed,
  install,
  openReleases,
  quickly,
  type Releases,
  write,
  written,
} from './installed-site.ts';
import { isLong } from './long.ts';
import { addMigration, archiveOf, grow, notInTrial } from './releases.ts';
import { freePort } from './site.ts';

const slow = { timeout: 600_000, retry: 0 };

let releases: Releases;
let site: Installed | undefined;
let good: string;
const cleanUps: (() => unknown)[] = [];
beforeAll(() => {
  if (!isLong) return;
  releases = openReleases();
  good = releases.next('good', (release) => addMigration(release, '999-grown', grow));
}, 120_000);
afterEach(async () => {
  await site?.remove();
  site = undefined;
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
afterAll(() => releases?.remove());

const up = async (of: Installed) => [of.current(), of.running(), await of.isUp()];

test.runIf(isLong)(
  'on PostgreSQL: goes back by itself, is upgraded, refuses beside others, is rolled back',
  slow,
  async () => {
    process.env.TEST_DATABASE = inject('postgres');
    const { url, remove } = await newDatabase();
    delete process.env.TEST_DATABASE;
    cleanUps.push(remove);
    const inside = async <Result>(work: (db: Db) => Promise<Result>) => {
      const db = openDatabase(url);
      return work(db).finally(() => db.destroy());
    };
    const add = (views: number) =>
      inside((db) =>
        db
          .insertInto('visitDays')
          .values({ day: `1999-01-0${views}`, views })
          .execute(),
      );
    const found = () =>
      inside(async (db) => {
        const days = await db
          .selectFrom('visitDays')
          .select('views')
          .where('day', '<', '2000')
          .orderBy('day')
          .execute();
        return days.map(({ views }) => views);
      });
    const schemas = () =>
      inside(async (db) =>
        (await db.introspection.getSchemas()).map(({ name }) => name).filter((name) => /^mojian/.test(name)),
      );

    site = await install(releases, { env: { DATABASE_URL: url } });
    await add(1);
    const bad = releases.next('fails-real-migration', (release) =>
      addMigration(release, '999-bad', `${grow} ${notInTrial("throw new Error('磁盘有坏道');")}`),
    );
    const failed = await site.run(['upgrade', bad, ...quickly]);
    expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('0.2.0 和它的数据都回来了') });
    expect(await up(site)).toEqual(['0.2.0', '0.2.0', true]);
    expect(await found()).toEqual([1]);
    expect(await schemas()).toEqual([]);

    const port = await freePort();
    const second = spawn(join(site.home, 'current/bin/mojian'), ['start'], {
      env: { ...site.env, PORT: String(port), DATA_DIR: join(site.home, '../second') },
      stdio: 'ignore',
    });
    cleanUps.push(() => second.kill('SIGKILL'));
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const beside = await site.run(['upgrade', good, ...quickly]);
    expect(beside).toMatchObject({
      code: 1,
      output: expect.stringMatching(/有 2 个进程用着这个数据库[\s\S]*systemctl stop/),
    });
    second.kill('SIGTERM');
    await new Promise((done) => second.on('exit', done));

    const done = await site.run(['upgrade', good, ...quickly]);
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('升级好了，现在是 0.2.1') });
    expect(await up(site)).toEqual(['0.2.1', '0.2.1', true]);
    expect(await schemas()).toEqual(['mojian_before_0_2_0']);
    await add(2);
    const back = await site.run(['rollback', '--yes', ...quickly]);
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining('退回好了，现在是 0.2.0') });
    expect(back.output).toMatch(/0\.2\.1 开着时写下的，备份在 DATA_DIR\/backups\/mojian-[\d-]+\.zip/);
    expect(await up(site)).toEqual(['0.2.0', '0.2.0', true]);
    expect(await found()).toEqual([1]);
    expect(await schemas()).toEqual([]);
    await add(3);
    expect(await found()).toEqual([1, 3]);
  },
);

/** A disk of its own for the data, which only root can make. */
function mountDisk(megabytes: number) {
  const folder = join(releases.folder, `disk-${megabytes}`);
  mkdirSync(folder, { recursive: true });
  const isThere = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0;
  if (isThere) cleanUps.push(() => spawnSync('umount', ['-l', folder]));
  return isThere ? join(folder, 'data') : undefined;
}

function fillDisk(folder: string, name = 'ballast') {
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(join(folder, name), Buffer.alloc(bavail * bsize + bsize));
  } catch {
    // until there is no room left
  }
}

test.runIf(isLong)(
  'too small a disk is refused first; one that fills up meanwhile leaves the old version',
  slow,
  async ({ skip }) => {
    const small = mountDisk(40);
    if (!small) return skip('only root can mount');
    site = await install(releases, { dataDir: small });
    const refused = await site.run(['upgrade', good, ...quickly]);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/磁盘不够：.* 那里要 [\d.]+ MB，只有 [\d.]+ MB，没有升级/),
    });
    expect(await up(site)).toEqual(['0.2.0', '0.2.0', true]);
    await site.remove();

    const dataDir = mountDisk(120) ?? '';
    site = await install(releases, { dataDir });
    write(dataDir, 1);
    const running = site.run(['upgrade', good, ...quickly]);
    await expect.poll(() => site?.journal()?.step, { timeout: 120_000, interval: 5 }).toBe('backup');
    fillDisk(dataDir);
    expect(await running).toMatchObject({ code: 1, output: expect.stringMatching(/没有升级，站点照旧。.*满了/) });
    expect(await up(site)).toEqual(['0.2.0', '0.2.0', true]);
    rmSync(join(dataDir, 'ballast'));

    const fills = releases.next('fills-the-disk', (release) =>
      addMigration(
        release,
        '999-fills',
        `${grow} ${notInTrial(`const fs = process.getBuiltinModule('node:fs'); try { fs.writeFileSync(process.env.DATA_DIR + '/ballast', Buffer.alloc(2e8)); } catch {} await db.schema.createTable('more').addColumn('id', 'integer').execute(); throw new Error('写不下');`)}`,
      ),
    );
    const failed = await site.run(['upgrade', fills, ...quickly]);
    expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('0.2.0 和它的数据都回来了') });
    expect(await up(site)).toEqual(['0.2.0', '0.2.0', true]);
    expect(written(dataDir)).toEqual([1]);
    expect(statfsSync(dataDir).bavail * statfsSync(dataDir).bsize).toBeLessThan(12e6);
    rmSync(join(dataDir, 'ballast'));
    expect(await site.run(['upgrade', good, ...quickly])).toMatchObject({ code: 0 });
  },
);

test.runIf(isLong)(
  'a port another program took is named, and the old version starts once it is free',
  slow,
  async () => {
    site = await install(releases);
    write(site.dataDir, 1);
    await site.kill();
    const other = createServer((socket) => socket.destroy());
    await new Promise<void>((done) => other.listen(site?.port, '0.0.0.0', done));
    const { code, output } = await site.run(['upgrade', good, ...quickly]);
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(`端口 ${site.port} 已被占用`) });
    expect(site.current()).toBe('0.2.0');
    await new Promise((done) => other.close(done));
    await site.start();
    expect(await up(site)).toEqual(['0.2.0', '0.2.0', true]);
    expect(written(site.dataDir)).toEqual([1]);
  },
);

test.runIf(isLong)(
  'a version is fetched from UPGRADE_URL, a cut transfer goes on, and restore waits its turn',
  slow,
  async () => {
    const archive = archiveOf(good, releases.folder);
    const bytes = readFileSync(archive);
    const sums = `${createHash('sha256').update(bytes).digest('hex')}  ${basename(archive)}\n`;
    let requests = 0;
    const server = createHttpServer(({ url = '', headers }, response) => {
      if (url.endsWith('SHA256SUMS')) return response.end(sums);
      requests += 1;
      const from = Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
      if (requests > 1) return response.end(bytes.subarray(from));
      return response.write(bytes.subarray(0, bytes.length / 2), () =>
        globalThis.setTimeout(() => response.destroy(), 500),
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    cleanUps.push(() => server.close());
    site = await install(releases, {
      env: { UPGRADE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });
    const running = site.run(['upgrade', '0.2.1', ...quickly]);
    await expect.poll(() => site?.journal()?.step, { timeout: 120_000 }).toBe('trial');
    const restore = await site.run(['restore', 'any.zip']);
    expect(restore).toMatchObject({
      code: 1,
      output: expect.stringMatching(/还在这个数据文件夹上运行（进程 \d+），请先停下/),
    });
    expect(await running).toMatchObject({ code: 0, output: expect.stringContaining('升级好了，现在是 0.2.1') });
    expect(requests).toBe(2);
    expect(site.versions()).toEqual(['0.2.0', '0.2.1', 'current']);
    await setTimeout(100);
    const { startPid } = site.journal() ?? {};
    if (typeof startPid === 'number') endNow(startPid);
    await expect.poll(() => site?.running()).toBe(undefined);
    expect((await site.run(['restore', 'any.zip'])).output).not.toContain('请先停下');
  },
);
