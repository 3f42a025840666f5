import { rename, stat } from 'node:fs/promises';
import type { adminBackups } from '@mojian/contract/operations/backups';
import type { Input } from '@mojian/contract/platform/endpoint';
import { recordAct } from '../../core/audit/audit.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { inPieces } from '../../platform/storage/pieces.ts';
import { insertBackup } from './backups.queries.ts';
import type { SiteParts } from './backups.ts';
import { backupFolder, findBackupPath, newBackupPath } from './folder.ts';
import { countRows, type Manifest } from './manifest.ts';
import { openBackup } from './open-backup.ts';
import { explain } from './trouble.ts';

type Piece = Input<typeof adminBackups.upload>;
type Parts = Pick<SiteParts, 'db' | 'dataDir'>;

const coming = inPieces('.incoming-');

/** What the last uploads were named, by where they came together: the answer to a last piece may get lost. */
const named = new Map<string, string>();
const namesKept = 20;

/**
 * Takes the next piece of a backup that is sent up. The last one makes it a backup of the folder, unless it cannot be
 * used: then nothing of it is kept.
 * @throws Failure invalid-input with the reason; too-large when the disk has no room; unavailable when it is full.
 */
export async function receivePiece(parts: Parts, viewer: Viewer, { query, body }: Piece) {
  const folder = await backupFolder(parts.dataDir);
  const piece = { folder, owner: viewer.id, ...query, bytes: body.file.bytes };
  try {
    const { received, whole = '' } = await coming.take(piece, {
      already: (path) => findNamed(parts.dataDir, path),
      whenWhole: (path) => keep(parts, viewer, path),
    });
    return { received, name: whole };
  } catch (error) {
    throw explain(error, '备份');
  }
}

async function findNamed(dataDir: string, path: string) {
  const name = named.get(path);
  const found = name && (await findBackupPath(dataDir, name).catch(() => undefined));
  return found ? name : undefined;
}

function remember(path: string, name: string) {
  named.set(path, name);
  for (const oldest of [...named.keys()].slice(0, -namesKept)) named.delete(oldest);
}

async function keep({ db, dataDir }: Parts, viewer: Viewer, path: string) {
  const manifest = await manifestOf(path);
  const { bytes, rows, files, missing } = { ...sumsOf(manifest), bytes: (await stat(path)).size };
  const createdAt = Date.parse(manifest.createdAt);
  const { name, path: target } = await newBackupPath(dataDir, createdAt);
  await rename(path, target);
  remember(path, name);
  const row = { name, reason: 'uploaded' as const, createdAt, bytes, rows, files, missing, provenAt: null };
  await insertBackup(db, row);
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'backups.upload', subject: name }));
  return name;
}

async function manifestOf(path: string) {
  const backup = await openBackup(path);
  backup.close();
  return backup.manifest;
}

function sumsOf(manifest: Manifest) {
  return { rows: countRows(manifest), files: manifest.files.count, missing: manifest.files.missing };
}
