import { openEnvelope } from '@mojian/client';
import { openUpload, sendFile, sendPicture } from '@mojian/client/upload';
import type { Upload } from '@mojian/contract/files';
import type { MarkdownFile } from '@mojian/contract/markdown-files';
import { browser, sayRefusal } from './http-api.ts';

/**
 * Uploads a picture as the member who is logged in; `onProgress` hears the share sent, from 0 to 1. A refusal is also
 * said in a toast.
 * @throws Failure when refused or when no answer came; the signal's reason when it was aborted.
 */
export async function uploadPicture(
  file: Blob,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<Upload> {
  return openUpload(sayRefusal(await sendPicture(browser, file, options), '/file/upload'));
}

/** Milliseconds: the pictures of a zip are taken in one after another before it answers. */
const readingPatience = 120_000;

/**
 * Has a Markdown file, or a zip with one, read for whoever writes.
 * @throws Failure when refused, which the dialog tells, or when no answer came; the signal's reason when it was aborted.
 */
export async function readMarkdownFile(
  file: File,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<MarkdownFile> {
  const path = '/v1/article/readMarkdownFile';
  return openEnvelope(await sendFile(browser, path, file, { ...options, patience: readingPatience })) as MarkdownFile;
}
