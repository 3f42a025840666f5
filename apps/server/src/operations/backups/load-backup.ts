import { createHash } from 'node:crypto';
import { Failure } from '@mojian/contract/platform/failures';
import { openSnapshot } from '../../platform/db/copies/copies.ts';
import { type Copy, type Row, toLine, type Value } from '../../platform/db/copies/snapshot.ts';
import { convertRows, firstStepWith, migrate } from '../../platform/db/migrate.ts';
import { isFormer, tablesAddedAfter } from '../../platform/db/migrations/former.ts';
import { leftOut } from './backup-files.ts';
import { unusable } from './errors.ts';
import { countManifestRows, type Manifest, type ManifestTable } from './manifest.ts';
import type { Backup } from './open-backup.ts';
import { beginStep, type OnProgress } from './progress.ts';

/**
 * Loads rows into an empty database of their schema, reads them back and migrates to the newest. @throws Failure
 * when it cannot hold exactly these rows
 */
export async function loadBackup({ manifest, rows }: Backup, copy: Copy, onProgress: OnProgress) {
  await migrate(copy.db, copy.dialect, { to: firstStepWith(manifest.steps) });
  await requireTables(manifest, copy);
  const advance = beginStep(onProgress, 'load', countManifestRows(manifest));
  const sums = new Map<string, string>();
  await copy.unguard();
  for (const table of manifest.tables) {
    const sum = createHash('sha256');
    await copy.load(table, passOn(rows(table), copy, sum.update.bind(sum), advance), table.lastId).catch((error) => {
      throw refused(table, error);
    });
    sums.set(table.name, sum.digest('hex'));
  }
  await copy.seal().catch((error) => {
    throw refused(undefined, error);
  });
  await compare(manifest, copy, sums, onProgress);
  onProgress({ step: 'migrate', done: 0, total: 1 });
  await convertRows(copy.db, copy.dialect, manifest.steps);
  await migrate(copy.db, copy.dialect);
}

/** A version from before 1.0 lacks some tables and columns. */
async function requireTables({ tables, steps, leftOut: without }: Manifest, copy: Copy) {
  const snapshot = await openSnapshot(copy.url);
  try {
    const isOld = isFormer(steps);
    const added = isOld ? tablesAddedAfter(steps) : [];
    const own = new Map(snapshot.tables.map(({ name, columns }) => [name, columns]));
    for (const { name, columns } of tables) {
      const there = own.get(name) ?? [];
      const fits = isOld ? columns.every((column) => there.includes(column)) : there.join() === columns.join();
      if (!fits) throw unusable(`表 ${name} 与这个版本的不同`);
    }
    const names = new Set([...tables.map(({ name }) => name), ...added]);
    const lost = [...own.keys()].find((name) => !names.has(name) && !(name in leftOut) && !(name in without));
    if (lost) throw unusable(`缺少表 ${lost}`);
  } finally {
    await snapshot.close();
  }
}

async function* passOn(
  batches: AsyncIterable<Row[]>,
  { dialect }: Copy,
  note: (line: string) => unknown,
  advance: (rows: number) => void,
) {
  for await (const rows of batches) {
    const stored = dialect === 'postgres' ? rows.map((row) => row.map(withoutNul)) : rows;
    for (const row of stored) note(toLine(row));
    yield stored;
    advance(rows.length);
  }
}

/** PostgreSQL rejects NUL in text. */
function withoutNul(value: Value) {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

/** Compares checksums of what was read back. */
async function compare(manifest: Manifest, copy: Copy, sums: Map<string, string>, onProgress: OnProgress) {
  const snapshot = await openSnapshot(copy.url);
  const advance = beginStep(onProgress, 'compare', countManifestRows(manifest));
  try {
    for (const { name, columns, rows: wanted } of manifest.tables) {
      const sum = createHash('sha256');
      let found = 0;
      for await (const rows of snapshot.rows({ name, columns })) {
        for (const row of rows) sum.update(toLine(row));
        found += rows.length;
        advance(rows.length);
      }
      if (found !== wanted || sum.digest('hex') !== sums.get(name))
        throw new Failure('unexpected', `表 ${name} 放进去之后读出来的不一样，没有恢复`);
    }
  } finally {
    await snapshot.close();
  }
}

/** Names the database's own error; a full disk is reported as such. */
function refused(table: ManifestTable | undefined, error: Error & { code?: string; errcode?: number }) {
  const isRefusal = error.errcode ? (error.errcode & 0xff) === constraint : /^2[23]/.test(error.code ?? '23');
  if (error.name === 'Failure' || !isRefusal) return error;
  return unusable(`${table ? `表 ${table.name} ` : ''}里的数据对不上（${error.message}）`);
}

const constraint = 19;
