import { createReadStream } from 'node:fs';
import { appendFile, rm, stat } from 'node:fs/promises';
import { openSnapshot } from '../../platform/db/copies/copies.ts';
import { type Snapshot, toLine } from '../../platform/db/copies/snapshot.ts';
import { programVersion } from '../../platform/program-files.ts';
import type { OpenedFile, Storage } from '../../platform/storage/storage.ts';
import { isLeftOut, leftOut, listStoredKeys } from './backup-files.ts';
import { countManifestRows, entryNames, format, type Manifest, type ManifestTable } from './manifest.ts';
import { beginStep, type OnProgress } from './progress.ts';
import { type Add, writeZip } from './write-zip.ts';

export type BackupSource = { databaseUrl: string; storage: Storage; siteUrl: string };

/**
 * Writes a consistent snapshot of rows and files into one zip while the site runs. Needs memory for about a megabyte of
 * rows and 500 bytes per file.
 */
export async function writeBackup(deps: BackupSource, path: string, onProgress: OnProgress) {
  const snapshot = await openSnapshot(deps.databaseUrl);
  const listing = `${path}.files.part`;
  try {
    await rm(listing, { force: true });
    const manifest = await writeZip(path, (add) => fill({ ...deps, snapshot, add, listing, onProgress }));
    const { count: files, missing } = manifest.files;
    return { bytes: (await stat(path)).size, rows: countManifestRows(manifest), files, missing };
  } finally {
    await snapshot.close();
    await rm(listing, { force: true });
  }
}

type Filling = BackupSource & { snapshot: Snapshot; add: Add; listing: string; onProgress: OnProgress };

async function fill(filling: Filling): Promise<Manifest> {
  const { snapshot, siteUrl, add } = filling;
  const tables = await addTables(filling);
  const files = await addFiles(filling);
  const manifest: Manifest = {
    product: 'mojian',
    format,
    version: programVersion(),
    createdAt: new Date().toISOString(),
    dialect: snapshot.dialect,
    site: siteUrl,
    steps: snapshot.steps,
    tables,
    files,
    leftOut,
  };
  await add(entryNames.manifest, [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest;
}

async function addTables({ snapshot, add, onProgress }: Filling) {
  const wanted = snapshot.tables.filter(({ name }) => !Object.hasOwn(leftOut, name));
  const counts = new Map<string, number>();
  for (const table of wanted) counts.set(table.name, await snapshot.count(table));
  const advance = beginStep(
    onProgress,
    'rows',
    [...counts.values()].reduce((sum, rows) => sum + rows, 0),
  );

  let written = 0;
  async function* lines(table: (typeof wanted)[number]) {
    for await (const rows of snapshot.rows(table)) {
      const included = rows.filter((row) => !isLeftOut(table, row));
      written += included.length;
      yield included.map(toLine).join('');
      advance(rows.length);
    }
  }
  const tables: ManifestTable[] = [];
  for (const table of wanted) {
    written = 0;
    const sum = await add(entryNames.rows(table.name), lines(table));
    tables.push({ ...table, rows: written, lastId: await snapshot.lastId(table), ...sum });
  }
  return tables;
}

/** Large files pass through memory piece by piece. */
function bytesOf({ body }: OpenedFile) {
  return body instanceof Uint8Array ? [body] : (body as AsyncIterable<Uint8Array>);
}

/** Writes the listing to disk first, to keep checksums out of memory. */
async function addFiles({ snapshot, storage, add, listing, onProgress }: Filling) {
  const found = { count: 0, bytes: 0, missing: 0 };
  const table = snapshot.tables.find(({ name }) => name === 'files');
  const advance = beginStep(onProgress, 'files', table ? await snapshot.count(table) : 0);
  await appendFile(listing, '', { mode: 0o600 });
  for await (const keys of listStoredKeys(snapshot)) {
    for (const key of keys) {
      const stored = await storage.open(key);
      if (!stored) {
        found.missing += 1; // missing, or removed since the snapshot
        continue;
      }
      const sum = await add(entryNames.file(key), bytesOf(stored), { packed: true });
      await appendFile(listing, `${JSON.stringify({ key, ...sum })}\n`);
      found.count += 1;
      found.bytes += sum.bytes;
    }
    advance(1);
  }
  return { ...found, listing: await add(entryNames.listing, createReadStream(listing)) };
}
