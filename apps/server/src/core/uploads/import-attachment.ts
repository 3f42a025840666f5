import { tmpdir } from 'node:os';
import { downloadName, kindOfAttachment } from '@mojian/contract/core/attachment-kinds';
import { Failure } from '@mojian/contract/platform/failures';
import { largestAttachment } from '@mojian/contract/platform/rules';
import type { Db } from '../../platform/db/schema.ts';
import { readAttachmentKind } from '../../platform/storage/attachment-kind.ts';
import { withSpooled } from '../../platform/storage/spool.ts';
import { addressOfKey, attachmentKey, type Storage } from '../../platform/storage/storage.ts';
import { rowOf } from './attachments.ts';
import { insertFile } from './file-rows.ts';

type Deps = { db: Db; storage: Storage };

/** A file elsewhere: its name there, its size and its bytes. */
type Source = { name: string; size: number; open: () => Promise<AsyncIterable<Uint8Array>> };

/**
 * Stores an attachment that an import brings, which nobody uploaded; under its former `key` if that is given.
 * @throws Failure for one too large, damaged or of another kind
 */
export async function importAttachment({ db, storage }: Deps, { name, size, open }: Source, key?: string) {
  if (size > largestAttachment)
    throw new Failure('too-large', `文件不能超过 ${largestAttachment / 1024 / 1024} MB`, 'file');
  return withSpooled(tmpdir(), await open(), async (file) => {
    const kind = await readAttachmentKind(file);
    const download = downloadName(name, kind);
    const stored = key ?? attachmentKey(file.sha256, download, kind);
    const url = addressOfKey(stored);
    if (kindOfAttachment(url) !== kind) throw new Failure('wrong-type', '文件不是它看起来的那一种', 'file');
    const row = rowOf({ key: stored, name: download, kind, bytes: file.size });
    if (!(await storage.has(stored))) await storage.putFile(stored, file, row.type);
    await insertFile(db, row);
    return { url, width: 0, height: 0, attachment: { name: download, bytes: file.size } };
  });
}
