import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { readConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { workAlone } from '../backups/work-alone.ts';
import type { Context } from './context.ts';
import { saveDatabase } from './data.ts';
import { findHome, Privileges } from './home.ts';
import { amendJournal, newJournal, readJournal, writeJournal } from './journal.ts';
import { backUpAndProve } from './precautions.ts';
import { recoverBeforeStart } from './recover.ts';
import { tidy } from './replace.ts';
import { planRollback, rollBack, upgrade } from './upgrade.ts';

let folder: string;
let base: Awaited<ReturnType<typeof testDatabase>>;
let context: Context;

/** A site that was upgraded from 0.2.0 to 0.2.1. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-rollback-'));
  base = await testDatabase();
  for (const version of ['0.2.0', '0.2.1']) {
    await mkdir(join(folder, 'home', version, 'bin'), { recursive: true });
    await writeFile(join(folder, 'home', version, 'bin/mojian'), '#!/bin/sh\n', { mode: 0o755 });
  }
  await symlink('0.2.1', join(folder, 'home/current'));
  await mkdir(join(folder, 'data/upgrades'), { recursive: true });
  const read = readConfig({ DATA_DIR: join(folder, 'data'), PORT: '1' });
  const config = { ...read, databaseUrl: base.url };
  const privileges = new Privileges(config.dataDir);
  const home = findHome(join(folder, 'home/0.2.1'));
  if (!home) throw new Error('no home');
  context = { config, home, env: {}, privileges, say: () => {}, service: undefined, watch: 0, wait: 0 };
  await writeJournal(config.dataDir, { ...newJournal('0.2.0', '0.2.1'), step: 'done' });
});
afterEach(async () => {
  await base.close();
  await rm(folder, { recursive: true, force: true });
});

const journal = () => readJournal(context.config.dataDir);

/** Tries a release with a damaged file. */
async function tryDamaged() {
  const release = join(folder, 'release');
  await mkdir(release, { recursive: true });
  const files = { LICENCE: '0'.repeat(64) };
  await writeFile(join(release, 'LICENCE'), 'changed');
  await writeFile(
    join(release, 'release.json'),
    JSON.stringify({ version: '0.2.2', variant: 'node', commit: 'test', time: 0, files }),
  );
  await expect(upgrade(context, release)).rejects.toThrow('没有升级，站点照旧');
}

test('upgrades that come to nothing leave the way back to the version before', async () => {
  await tryDamaged();
  await tryDamaged();
  expect(journal()).toMatchObject({ step: 'undone', to: '0.2.2' });
  expect(await planRollback(context)).toMatchObject({ journal: { from: '0.2.0', to: '0.2.1' }, keepsData: true });
});

test('an upgrade that was cut off leaves the way back', async () => {
  await writeJournal(context.config.dataDir, { ...newJournal('0.2.1', '0.2.2', journal()), step: 'backup' });
  await recoverBeforeStart(context.config, { version: '0.2.1', folder: join(folder, 'home/0.2.1') }, () => {});
  expect(journal()).toMatchObject({ step: 'undone', to: '0.2.2' });
  expect(await planRollback(context)).toMatchObject({ journal: { from: '0.2.0' } });
});

test('a rollback after a failed try goes to the older version, and there is none after it', async () => {
  await tryDamaged();
  const site = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'mojian']);
  try {
    const running = {
      pid: site.pid,
      host: '127.0.0.1',
      port: 1,
      version: '0.2.0',
      startedAt: new Date().toISOString(),
    };
    await writeFile(join(context.config.dataDir, 'mojian.pid'), JSON.stringify(running));
    await rollBack(context, await planRollback(context));
  } finally {
    site.kill();
  }
  const home = findHome(join(folder, 'home/0.2.0'));
  expect(home?.current).toBe('0.2.0');
  expect(journal()).toMatchObject({ step: 'undone', from: '0.2.0', to: '0.2.1' });
  await expect(planRollback({ ...context, ...(home && { home }) })).rejects.toThrow('没有可以退回的上一版');
});

test('an upgrade that is done takes the place of the one before', async () => {
  await writeJournal(context.config.dataDir, { ...newJournal('0.2.1', '0.2.2', journal()), step: 'watch' });
  await tidy(context, '0.2.2');
  expect(journal()).toMatchObject({ step: 'done', from: '0.2.1' });
  await amendJournal(context.config.dataDir, { step: 'undone' }); // rolled back
  await expect(planRollback(context)).rejects.toThrow('没有可以退回的上一版');
});

test('the backup before an upgrade is proven before another may begin', async () => {
  const look = () => base.db.selectFrom('backups').select('provenAt').executeTakeFirst();
  let isOver = false;
  const proving = backUpAndProve(context).finally(() => {
    isOver = true;
  });
  while (!isOver && !(await look())) await setTimeout(1);
  const seen: unknown[] = [];
  while (!isOver) {
    await workAlone(context.config, async () => void seen.push(await look())).catch(() => {});
    await setTimeout(1);
  }
  const name = await proving;
  expect(await readdir(join(context.config.dataDir, 'backups'))).toContain(name);
  for (const record of seen) expect(record).toEqual({ provenAt: expect.any(Number) });
});

test('a version given up without steps of its own takes nothing along that was written on it', async () => {
  const { config } = context;
  await saveDatabase(config, '0.2.0');
  await base.db.insertInto('tags').values({ name: '升级时写下' }).execute();
  await writeJournal(config.dataDir, { ...newJournal('0.2.0', '0.2.1'), step: 'undo', isSaved: true, hasServed: true });
  await base.db.destroy();
  await recoverBeforeStart(config, { version: '0.2.0', folder: join(folder, 'home/0.2.0') }, () => {});
  expect(journal()).toMatchObject({ step: 'undone', keepsData: true, isSaved: false, isAside: false });
  const db = openDatabase(base.url);
  expect(await db.selectFrom('tags').select('name').execute()).toEqual([{ name: '升级时写下' }]);
  await db.destroy();
});
