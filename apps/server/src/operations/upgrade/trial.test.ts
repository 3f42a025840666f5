import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lastLogLine } from './trial.ts';

const folder = mkdtempSync(join(tmpdir(), 'mojian-trial-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [
    '/opt/mojian/mojian.js:1\nawait x;\n^^^^^\n\nSyntaxError: await is only valid in async functions\n    at wrapSafe (node:internal)\n    at load (node:internal)\n\nNode.js v24.21.0\n',
    'SyntaxError: await is only valid in async functions',
  ],
  [
    "Error: Cannot find module 'x'\n    at load (node:internal) {\n}\n\nNode.js v24.21.0\n",
    "Error: Cannot find module 'x'",
  ],
  ['正在启动\n启动失败：表改不了\n', '启动失败：表改不了'],
  ['\u001b[31m坏了\u001b[0m\n', '[31m坏了[0m'],
  ['', ''],
])('a program that printed %j ended for the reason it named last', (printed, reason) => {
  const log = join(folder, 'log');
  writeFileSync(log, printed);
  expect(lastLogLine(log)).toBe(reason);
});

test('a log that is not there names no reason', () => {
  expect(lastLogLine(join(folder, 'none'))).toBe('');
});
