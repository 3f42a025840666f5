import { openEnvelope } from '@mojian/client';
import { RefusedByProxy } from '@mojian/client/fetch';
import { openUpload, sendFile, sendPicture } from '@mojian/client/upload';
import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import type { Upload } from '@mojian/contract/core/uploads';
import { failures, isFailure } from '@mojian/contract/platform/failures';
import { largestUpload } from '@mojian/contract/platform/rules';
import { toast } from '../ui/toast.ts';
import { browser, sayRefusal } from './http-api.ts';

type Options = { onProgress?: (share: number) => void; signal?: AbortSignal; isAttachment?: boolean };

/** Bytes that pass a proxy with the usual limit of 1 MB. */
const throughProxies = 900_000;

/**
 * Uploads a picture, or an attachment as it is; `onProgress` gets the share sent, 0 to 1. A picture too large for the site or a proxy, in bytes or
 * pixels, is shrunk first. Refusals show a toast. @throws Failure on refusal or without a response; the signal's reason
 * when aborted.
 */
export async function uploadPicture(file: Blob, options: Options = {}): Promise<Upload> {
  if (options.isAttachment) return openUpload(await sendFile(browser, '/file/upload', file, options));
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

/** Undefined when it cannot be shrunk: then the server's refusal stands. */
async function withFewerPixels(file: Blob) {
  const { shrinkPicture } = await import('@mojian/client/shrink-picture');
  return shrinkPicture(file).catch(() => undefined);
}

async function smallerThan(most: number, file: Blob) {
  const { shrinkPicture } = await import('@mojian/client/shrink-picture');
  return shrinkPicture(file, most).catch((cause) => {
    if (isFailure(cause)) toast('error', cause.message);
    throw cause;
  });
}

/** Milliseconds: the server imports a zip's pictures before it responds. */
const readTimeout = 120_000;

/**
 * Parses a Markdown file, or a zip with one. @throws Failure on refusal, which the dialog shows, or without a response;
 * the signal's reason when aborted.
 */
export async function uploadMarkdownFile(
  file: File,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<MarkdownFile> {
  const path = '/v1/article/readMarkdownFile';
  return openEnvelope(await sendFile(browser, path, file, { ...options, timeoutMs: readTimeout })) as MarkdownFile;
}
