import { checkBackup } from './check-backup.ts';
import { leftOut } from './left-out.ts';
import { openBackup } from './open-backup.ts';
import { openPresent } from './present-site.ts';
import type { OnProgress } from './progress.ts';

export type Preview = Awaited<ReturnType<typeof previewRestore>>;

/**
 * Checks a backup whole and tells what restoring it would change: rows of each table now and then. Writes nothing.
 * @throws Failure in Chinese for a backup that cannot be used.
 */
export async function previewRestore(databaseUrl: string, path: string, onProgress: OnProgress = () => {}) {
  const backup = await openBackup(path);
  try {
    await checkBackup(backup, onProgress);
    const { tables, files, createdAt, dialect, site, steps } = backup.manifest;
    const now = await countPresent(databaseUrl);
    const later = new Map(tables.map(({ name, rows }) => [name, rows]));
    const names = [...new Set([...later.keys(), ...now.keys()])].filter((name) => !(name in leftOut)).sort();
    return {
      ...{ site, createdAt, dialect, step: steps.at(-1) ?? '', bytes: backup.bytes, isEmpty: now.size === 0 },
      tables: names.map((name) => ({ name, now: now.get(name) ?? 0, later: later.get(name) ?? 0 })),
      files: files.count,
      missing: files.missing,
    };
  } finally {
    backup.close();
  }
}

async function countPresent(databaseUrl: string) {
  const counts = new Map<string, number>();
  const snapshot = await openPresent(databaseUrl);
  if (!snapshot) return counts;
  try {
    for (const table of snapshot.tables) counts.set(table.name, await snapshot.count(table));
    return counts;
  } finally {
    await snapshot.close();
  }
}
