import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase } from '../../../test/database.ts';
import { program } from '../../../test/program.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { readSettings } from './settings.ts';

let folder: string;
let base: Awaited<ReturnType<typeof newDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-set-'));
  base = await newDatabase();
});
afterEach(async () => {
  await base.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the program as people do. */
function run(...args: string[]) {
  const database = dialectOf(base.url) === 'postgres' ? { DATABASE_URL: base.url } : {};
  const child = spawn(process.execPath, [program, 'set', ...args], {
    env: { ...process.env, DATA_DIR: folder, ...database },
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  return new Promise<{ code: number | null; output: string }>((done) => {
    child.on('close', (code) => done({ code, output }));
  });
}

async function saved() {
  const db = openDatabase(dialectOf(base.url) === 'postgres' ? base.url : join(folder, 'mojian.db'));
  try {
    const rows = await db.selectFrom('settings').selectAll().execute();
    return { rows, outbox: await db.selectFrom('outbox').selectAll().execute(), settings: await readSettings(db) };
  } finally {
    await db.destroy();
  }
}

test('one field is set at a time, its neighbours stay, and pages are dropped', async () => {
  expect(await run('identity.name', '听雨楼')).toEqual({ code: 0, output: 'identity.name = 听雨楼\n' });
  expect(await run('identity.tagline', '2024')).toEqual({ code: 0, output: 'identity.tagline = 2024\n' });
  const { settings, outbox } = await saved();
  expect(settings.identity).toMatchObject({ name: '听雨楼', tagline: '2024', description: '' });
  const drop = { kind: 'drop-pages', payload: '{"tags":["site"]}' };
  expect(outbox).toMatchObject([drop, drop]);
}, 60_000);

test('a command waits longer for a program that writes than a page would', async () => {
  await run('identity.name', '听雨楼');
  if (dialectOf(base.url) === 'postgres') return;
  const other = new DatabaseSync(join(folder, 'mojian.db'));
  other.exec('begin immediate');
  const setting = run('identity.name', '观云楼');
  setTimeout(() => other.close(), 10_000);
  expect(await setting).toEqual({ code: 0, output: 'identity.name = 观云楼\n' });
}, 60_000);

test('the list shows every field, and no secret', async () => {
  expect(await run('social.github.secret', 'open-sesame')).toEqual({
    code: 0,
    output: 'social.github.secret = （已设，不显示）\n',
  });
  await run('wechatAccount.aesKey', 'k'.repeat(43));
  await run('about.text', `第一行\n${'长'.repeat(100)}`);
  const { code, output } = await run();
  expect(code).toBe(0);
  const lines = output.trimEnd().split('\n');
  expect(lines).toContain('identity.name = 墨笺');
  expect(lines).toContain('logins.types = [1,2,3,4,5,6]');
  expect(lines).toContain('social.github.secret = （已设，不显示）');
  expect(lines).toContain('social.gitee.secret = ');
  expect(lines).toContain('about.text = 第一行…（共 104 字）');
  expect(output).not.toMatch(/open-sesame|kkk/);
  expect((await saved()).settings.social.github.secret).toBe('open-sesame');
}, 60_000);

test('wrong arguments print the usage in one line', async () => {
  for (const args of [['identity.name'], ['identity.name', '听', '雨']])
    expect(await run(...args)).toMatchObject({ code: 2, output: expect.stringContaining('用法') });
  expect(await run('uploads.quota', '0')).toEqual({ code: 1, output: '「uploads.quota」须为 1 到 1000000\n' });
  expect(await saved()).toMatchObject({ rows: [], outbox: [] });
}, 60_000);
