import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase } from '../../../test/database.ts';
import { program } from '../../../test/program.ts';
import { dialectOf } from '../db/dialect.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { openMailer } from './mailer.ts';

let folder: string;
let base: Awaited<ReturnType<typeof newDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-mails-'));
  base = await newDatabase();
});
afterEach(async () => {
  await base.remove();
  await rm(folder, { recursive: true, force: true });
});

const isServer = () => dialectOf(base.url) === 'postgres';

/** Runs the program as people do. */
async function run(...args: string[]) {
  const env = { ...process.env, DATA_DIR: folder, ...(isServer() && { DATABASE_URL: base.url }) };
  return promisify(execFile)(process.execPath, [program, 'mails', ...args], { env });
}

/** Keeps letters to these people, as a site without a mail server does. */
async function keep(...nicknames: string[]) {
  const db: Db = openDatabase(isServer() ? base.url : join(folder, 'mojian.db'));
  const site = async () => ({ name: '墨笺', url: 'https://mojian.example' });
  const mailer = openMailer({ db, smtpUrl: undefined, site, warn: () => {} });
  for (const nickname of nicknames)
    await mailer.send({
      to: 'lin@example.cn',
      subject: '墨笺的验证码',
      lines: [`${nickname}，你好：`],
      code: '408213',
    });
  await db.destroy();
}

test('the owner reads stored mails, newest last', async () => {
  expect((await run()).stdout).toBe('没有未寄出的信。\n');
  await keep('小林', '阿明', '站长');
  const { stdout } = await run('2');
  expect(stdout).not.toContain('小林');
  expect(stdout).toMatch(
    /── 第 2 封 · .* · lin@example\.cn\n\n墨笺的验证码\n\n阿明，你好：\n\n验证码：408213\n[\s\S]*站长/,
  );
}, 60_000);

test('mails are printed without terminal control sequences', async () => {
  await run();
  await keep('\u001b[2J\u0007\u009b31m小林\r');
  const { stdout } = await run();
  expect(stdout).toContain('[2J31m小林，你好：');
  expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
}, 60_000);

test('wrong arguments print the usage', async () => {
  for (const args of [['all'], ['0'], ['1', '2']])
    await expect(run(...args)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('用法') });
}, 60_000);
