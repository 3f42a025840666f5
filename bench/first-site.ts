import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../e2e/site.ts';

/** Starts the program for the first time in a folder of its own, which `remove` deletes. */
export function startFirst(env: Record<string, string> = {}) {
  return start({ DATA_DIR: mkdtempSync(join(tmpdir(), 'mojian-bench-')), ...env });
}
