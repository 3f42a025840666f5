import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../e2e/site.ts';

/** The real program, started for the first time in a folder of its own, which `remove` takes away. */
export function startFirst(env: Record<string, string> = {}) {
  return start({ DATA_DIR: mkdtempSync(join(tmpdir(), 'mojian-bench-')), ...env });
}
