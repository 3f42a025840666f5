import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from './runtime.js';

/** Milliseconds that a process waits for the others. */
const timeoutMs = 600_000;

/**
 * Does synchronous work while no other process of this checkout does work of that name. The lock is SQLite's on a file:
 * the system releases it whatever way a process ends.
 */
export function inTurn(name, work) {
  const folder = resolve(root, 'node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(resolve(folder, `${name}.lock`), { timeout: timeoutMs });
  try {
    lock.exec('begin exclusive');
    return work();
  } finally {
    lock.close();
  }
}
