import { isFailure } from '@mojian/contract/platform/failures';
import { listAttachmentLinks } from '@mojian/foreign-files/markdown/attachment-links';
import type { SourceArticle, SourceEntry } from '@mojian/importers/form';
import { importAttachment } from '../../core/uploads/import-attachment.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import type { Context } from './context.ts';

/** Size of a stored picture; of another file, its name and bytes. */
export type Shelved = { width: number; height: number; attachment?: { name: string; bytes: number } };

type Within = { text: string; sizes: Map<string, Shelved> };

/**
 * Stores the files of the source to which a text links, and adds them to the sizes; a link to any other stays as it is.
 * Returns their addresses here.
 */
export async function storeAttachments(context: Context, { base }: SourceArticle, { text, sizes }: Within) {
  const linked = new Map<string, string>();
  for (const address of listAttachmentLinks(text)) {
    const entry = await context.reader.findPicture?.(context.source, address, base);
    const stored = entry && (await storeAttachment(context, entry));
    if (stored && 'url' in stored) {
      linked.set(address, stored.url);
      sizes.set(stored.url, stored);
    } else if (stored) context.reportLoss({ thing: '附件', place: address.slice(0, 200), reason: stored.lost });
  }
  return linked;
}

/** Stores a file of the source; a damaged or refused one is lost. */
export async function storeAttachment(context: Context, { path, size, open }: SourceEntry) {
  try {
    return await importAttachment(context, { name: path, size, open });
  } catch (error) {
    if (isTemporary(error) || !isFailure(error)) throw error;
    return { lost: error.message };
  }
}

/** Whether a repetition may succeed: the storage is away, or the process for pictures or texts is busy. */
export function isTemporary(error: unknown) {
  if (error instanceof PictureRefused) return error.reason === 'too-many';
  return isFailure(error) && (error.id === 'unavailable' || error.id === 'too-many-requests');
}
