import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { chinaDay } from '@mojian/contract/platform/time';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import { putInPlace } from '../../platform/durable-files.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import { type Add, streamZip, writeZip } from '../backups/write-zip.ts';
import type { ContentFile } from './picture-links.ts';

/** Fixed, so that equal content gives an equal zip. */
const sameTime = new Date(2000, 0, 1);

/**
 * Writes into a new folder, or a zip by its extension; leaves nothing on an error. @throws Error in Chinese when the
 * target exists
 */
export async function writeExport(path: string, files: AsyncIterable<ContentFile>) {
  if (/\.zip$/i.test(path)) return writeAsZip(path, files);
  if (existsSync(path) && (await readdir(path)).length > 0) throw new Error(`这个文件夹里已经有东西，没有动：${path}`);
  return writeAsFolder(path, files);
}

async function writeAsZip(path: string, files: AsyncIterable<ContentFile>) {
  if (existsSync(path)) throw new Error(`已经有这个文件，没有覆盖：${path}`);
  return writeZip(path, (add) => addAll(add, files), { time: sameTime });
}

async function addAll(add: Add, files: AsyncIterable<ContentFile>) {
  let count = 0;
  for await (const { name, content } of files) {
    const pieces = content instanceof Readable ? (content as AsyncIterable<Uint8Array>) : [content];
    await add(name, pieces, { packed: typeof content !== 'string' });
    count += 1;
  }
  return count;
}

async function writeAsFolder(path: string, files: AsyncIterable<ContentFile>) {
  const unfinished = `${path}.part`;
  await rm(unfinished, { recursive: true, force: true });
  let count = 0;
  try {
    for await (const { name, content } of files) {
      const target = join(unfinished, name);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
      count += 1;
    }
    await rm(path, { recursive: true, force: true }); // checked to be empty above
    await putInPlace(unfinished, path);
    return count;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

type Deps = { db: Db; storage: Storage };

const ticketKind = { name: 'content-file', seconds: 60 };

/** Issues a one-time download address and records who got it. */
export async function offerContent(db: Db, viewer: Viewer) {
  return db.transaction().execute(async (trx) => {
    await recordAct(trx, viewer, { act: 'content.download' });
    return {
      url: `/v1/admin/content/file?ticket=${await issueTicket(trx, ticketKind, {}, { userId: viewer.id })}`,
    };
  });
}

/** Zips all content for the holder of a ticket while it is sent, so that no proxy waits long for the first byte. */
export async function openContent({ db, storage }: Deps, ticket: string) {
  if (!(await takeTicket(db, ticketKind, ticket))) return undefined;
  const { exportContent } = await import('./export-content.ts');
  const stream = await streamZip((add) => addAll(add, exportContent({ db, storage })), { time: sameTime });
  return { name: `mojian-content-${chinaDay(Date.now())}.zip`, stream };
}
