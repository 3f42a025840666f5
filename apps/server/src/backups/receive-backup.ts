import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { adminBackups } from '@mojian/contract/admin/backups';
import type { Input } from '@mojian/contract/endpoint';
import { recordAct } from '../audit/audit.ts';
import type { Viewer } from '../http/viewer.ts';
import { oneAtATime } from '../storage/one-at-a-time.ts';
import { takePiece } from '../storage/pieces.ts';
import { insertBackup } from './backups.queries.ts';
import type { SiteParts } from './backups.ts';
import { backupFolder, newBackupPath } from './folder.ts';
import { countRows, type Manifest } from './manifest.ts';
import { openBackup } from './open-backup.ts';
import { explain } from './trouble.ts';

type Piece = Input<typeof adminBackups.upload>;
type Parts = Pick<SiteParts, 'db' | 'dataDir'>;

const incoming = '.incoming-';

// A piece that is sent again may come while the first is still being written.
const inTurn = oneAtATime();

/**
 * Takes the next piece of a backup that is sent up. The last one makes it a backup of the folder, unless it cannot be
 * used: then nothing of it is kept. Says how much is here: after a lost answer the sender goes on from there.
 * @throws Failure invalid-input with the reason; too-large when the disk has no room; unavailable when it is full.
 */
export function receivePiece(parts: Parts, viewer: Viewer, piece: Piece) {
  return inTurn(() => receive(parts, viewer, piece));
}

async function receive(parts: Parts, viewer: Viewer, { query, body }: Piece) {
  const folder = await backupFolder(parts.dataDir);
  const name = `${incoming}${viewer.id}-${query.id}`;
  try {
    const received = await takePiece(incoming, { folder, name, ...query }, body.file.bytes);
    if (received < query.total) return { received, name: '' };
    return { received, name: await keep(parts, viewer, join(folder, name)) };
  } catch (error) {
    throw explain(error, '备份');
  }
}

async function keep({ db, dataDir }: Parts, viewer: Viewer, path: string) {
  try {
    const manifest = await manifestOf(path);
    const { bytes, rows, files, missing } = { ...sumsOf(manifest), bytes: (await stat(path)).size };
    const createdAt = Date.parse(manifest.createdAt);
    const { name, path: target } = await newBackupPath(dataDir, createdAt);
    await rename(path, target);
    const row = { name, reason: 'uploaded' as const, createdAt, bytes, rows, files, missing, provenAt: null };
    await insertBackup(db, row);
    await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'backups.upload', subject: name }));
    return name;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function manifestOf(path: string) {
  const backup = await openBackup(path);
  backup.close();
  return backup.manifest;
}

function sumsOf(manifest: Manifest) {
  return { rows: countRows(manifest), files: manifest.files.count, missing: manifest.files.missing };
}
