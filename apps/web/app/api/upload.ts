import { openEnvelope } from '@mojian/client';
import { RefusedByProxy } from '@mojian/client/fetch';
import { openUpload, sendFile, sendPicture } from '@mojian/client/upload';
import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import type { Upload } from '@mojian/contract/core/uploads';
import { failures, isFailure } from '@mojian/contract/platform/failures';
import { largestUpload } from '@mojian/contract/platform/rules';
import { toast } from '../ui/toast.ts';
import { browser, sayRefusal } from './http-api.ts';

type Options = { onProgress?: (share: number) => void; signal?: AbortSignal };

/** Bytes that pass a proxy which was left at its usual 1 MB. */
const throughProxies = 900_000;

/**
 * Uploads a picture as the member who is logged in; `onProgress` hears the share sent, from 0 to 1. One that is too large,
 * in bytes or in pixels, for the site or for a proxy before it, is made smaller first. A refusal is also said in a toast.
 * @throws Failure when refused or when no answer came; the signal's reason when it was aborted.
 */
export async function uploadPicture(file: Blob, options: Options = {}): Promise<Upload> {
  if (file.size > largestUpload) return send(await smallerThan(largestUpload, file), options);
  return send(file, options);
}

async function send(file: Blob, options: Options): Promise<Upload> {
  options.signal?.throwIfAborted();
  try {
    const answer = await sendPicture(browser, file, options);
    const smaller = answer.code === tooLarge ? await withFewerPixels(file) : undefined;
    return openUpload(sayRefusal(smaller ? await sendPicture(browser, smaller, options) : answer, '/file/upload'));
  } catch (cause) {
    if (!(cause instanceof RefusedByProxy) || file.size <= throughProxies) throw cause;
    return send(await smallerThan(throughProxies, file), options);
  }
}

const tooLarge = failures['too-large'][0];

/** Nothing where that cannot be: then what the site said of the picture as it is remains. */
async function withFewerPixels(file: Blob) {
  const { shrinkPicture } = await import('./shrink-picture.ts');
  return shrinkPicture(file).catch(() => undefined);
}

async function smallerThan(most: number, file: Blob) {
  const { shrinkPicture } = await import('./shrink-picture.ts');
  return shrinkPicture(file, most).catch((cause) => {
    if (isFailure(cause)) toast('error', cause.message);
    throw cause;
  });
}

/** Milliseconds: the pictures of a zip are taken in one after another before it answers. */
const readTimeout = 120_000;

/**
 * Has a Markdown file, or a zip with one, read for whoever writes.
 * @throws Failure when refused, which the dialog tells, or when no answer came; the signal's reason when it was aborted.
 */
export async function readMarkdownFile(
  file: File,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<MarkdownFile> {
  const path = '/v1/article/readMarkdownFile';
  return openEnvelope(await sendFile(browser, path, file, { ...options, patience: readTimeout })) as MarkdownFile;
}
