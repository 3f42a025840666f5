import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { inTurn } from '../scripts/in-turn.js';

const module = pathToFileURL(resolve(import.meta.dirname, '../scripts/in-turn.js')).href;
const lockOf = (name: string) => resolve(import.meta.dirname, `../node_modules/.cache/${name}.lock`);

/** Starts a process that writes down when its turn begins, works for a moment, and ends in this way. */
function startTurn(name: string, file: string, ending: string) {
  const script = `import { appendFileSync } from 'node:fs'; import { inTurn } from '${module}';
    inTurn('${name}', () => {
      appendFileSync('${file}', 'begin ');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      appendFileSync('${file}', 'end ');
      ${ending}
    });`;
  return once(spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' }), 'exit');
}

test('processes work one after another, however one of them ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-turns-'));
  const [name, file] = [`turn-${process.pid}`, join(folder, 'turns')];
  const endings = ['', 'process.exit(1)', "process.kill(process.pid, 'SIGKILL')", "throw new Error('没有建成')"];
  await Promise.all(endings.map((ending) => startTurn(name, file, ending)));
  expect(readFileSync(file, 'utf8')).toBe('begin end '.repeat(endings.length));
  expect(inTurn(name, () => 'done')).toBe('done');
  rmSync(folder, { recursive: true });
  rmSync(lockOf(name));
});
