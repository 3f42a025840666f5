import type { adminBackups } from '@mojian/contract/operations/backups';
import type { Input } from '@mojian/contract/platform/endpoint';
import { actorOf, recordAct, recordActOf } from '../../core/audit/audit.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import type { BackupDesk, DeskParts } from './backup-desk.ts';
import * as queries from './backups.queries.ts';
import { createBackup } from './backups.ts';
import { findBackupPath } from './folder.ts';
import { findPeople } from './people-in-backup.ts';
import { previewRestore } from './preview-restore.ts';
import type { OnProgress } from './progress.ts';
import { proveBackup } from './prove-backup.ts';
import { restoreSite } from './restore.ts';
import { workAlone } from './work-alone.ts';

type Asked = Input<typeof adminBackups.start>['body'];
type Asker = Pick<Caller, 'token'> & { viewer: Viewer };
type Begin = Asker & { parts: DeskParts; name: string; path: string };

/** Begins what was asked for and answers at once: how far it is, the desk tells. @throws Failure not-found, already-done */
export async function startBackupWork(desk: BackupDesk, parts: DeskParts, { viewer, token }: Asker, asked: Asked) {
  const { kind } = asked;
  if (kind === 'create') return desk.begin({ kind, name: '', run: (onProgress) => create(parts, viewer, onProgress) });

  const { name } = asked;
  const begin = { parts, viewer, token, name, path: await findBackupPath(parts.dataDir, name) };
  return desk.begin({ kind, name, run: (onProgress) => runs[kind](begin, onProgress) });
}

const runs = { prove, preview, restore };

async function create(parts: DeskParts, viewer: Viewer, onProgress: OnProgress) {
  const { name } = await createBackup(parts, onProgress);
  await parts.db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'backups.create', subject: name }));
  return { name };
}

/** What comes of it is kept with the backup, whichever way. */
async function prove({ parts, viewer, name, path }: Begin, onProgress: OnProgress) {
  const doubt = await workAlone(parts, () => proveBackup(path, onProgress)).then(
    () => '',
    (error: Error) => error.message,
  );
  await parts.db.transaction().execute(async (trx) => {
    const known = await queries.findRecord(trx, name);
    const provenAt = doubt ? null : Date.now();
    if (known) await queries.keepProof(trx, known.id, { provenAt, doubt });
    await recordAct(trx, viewer, { act: 'backups.prove', subject: name, after: { doubt } });
  });
  if (doubt) throw new Error(doubt);
  return {};
}

async function preview({ parts, path, token = '' }: Begin, onProgress: OnProgress) {
  const changes = await previewRestore(parts.databaseUrl, path, onProgress);
  return { preview: { ...changes, ...(await findPeople(path, token)) } };
}

/** Written down in the new site: the old one is gone. */
async function restore({ parts, viewer, name, path }: Begin, onProgress: OnProgress) {
  const actor = await actorOf(parts.db, viewer);
  const { safety = '' } = await restoreSite(parts, path, onProgress);
  await parts.db
    .transaction()
    .execute((trx) => recordActOf(trx, actor, { act: 'backups.restore', subject: name, after: { safety } }));
  return { safety };
}
