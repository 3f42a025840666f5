import { openUpload, sendPicture } from '@mojian/client/upload';
import type { Upload } from '@mojian/contract/files';
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
