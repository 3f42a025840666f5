import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordAct } from '../../core/audit/audit.ts';
import { chinaDay } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import { exportContent } from './export-content.ts';
import { writeExport } from './write-export.ts';

type Parts = { db: Db; storage: Storage; dataDir: string };

const ticketKind = { name: 'content-file', seconds: 60 };

/** Where the content can be downloaded, once and soon. Who was given the address is written down. */
export function offerContent(db: Db, viewer: Viewer) {
  return db.transaction().execute(async (trx) => {
    await recordAct(trx, viewer, { act: 'content.download' });
    return {
      url: `/v1/admin/content/file?ticket=${await issueTicket(trx, ticketKind, {}, { userId: viewer.id })}`,
    };
  });
}

/** All content as one zip, for who has a ticket; its file is gone when it is sent or the reader is. */
export async function openContent({ db, storage, dataDir }: Parts, ticket: string) {
  if (!(await takeTicket(db, ticketKind, ticket))) return undefined;
  const folder = join(dataDir, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.zip`);
  await writeExport(path, exportContent({ db, storage }));
  const { size } = await stat(path);
  const stream = createReadStream(path);
  stream.once('close', () => void rm(path, { force: true }).catch(() => {}));
  return { name: `mojian-content-${chinaDay(Date.now())}.zip`, size, stream };
}
