import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** Script that npm run NAME starts, for every command of the server. */
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const [, command] = /^node scripts\/run\.js apps\/server\/src\/mojian\.ts (\S+)$/.exec(line) ?? [];
  return command ? [[name, command] as const] : [];
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mojian-commands-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command as npm does, where its database would be made in a folder that is not there. */
async function run(...words: string[]) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: join(folder, 'data') };
  const child = spawn(process.execPath, [join(root, 'scripts/run.js'), 'apps/server/src/mojian.ts', ...words], {
    cwd: folder,
    env,
  });
  const reported = { out: '', err: '' };
  child.stdout.on('data', (bytes) => (reported.out += bytes));
  child.stderr.on('data', (bytes) => (reported.err += bytes));
  const [code] = await once(child, 'close');
  return { ...reported, code };
}

test('there are fifteen of them', () => {
  expect(commands.map(([name]) => name).sort()).toEqual([
    'backup',
    'demo',
    'doctor',
    'export',
    'import',
    'mails',
    'move-domain',
    'owner',
    'restore',
    'review',
    'sample',
    'set',
    'setup-link',
    'status',
    'wechat:say',
  ]);
});

test.each(commands)(
  'npm run %s -- --help says how it is used and makes nothing',
  { timeout: 60_000 },
  async (name, command) => {
    const { code, out, err } = await run(command, '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`^用法：npm run ${name}\\b`));
    expect(existsSync(join(folder, 'data'))).toBe(false);
  },
);

test.each(commands)(
  'npm run %s refuses a flag it does not know, with its usage',
  { timeout: 60_000 },
  async (name, command) => {
    const { code, out, err } = await run(command, '--nonsense');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(new RegExp(`^不认识的参数：--nonsense\\n\\n用法：npm run ${name}\\b`));
    expect(existsSync(join(folder, 'data'))).toBe(false);
  },
);
