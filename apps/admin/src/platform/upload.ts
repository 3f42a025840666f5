import { openUpload, sendPicture } from '@mojian/client/upload';
import type { Upload } from '@mojian/contract/core/uploads';
import { browser } from './http-api.ts';

/**
 * Keeps a picture of whoever is logged in and gives its address; `onProgress` hears the share sent, from 0 to 1.
 * @throws Failure when refused or when no answer came.
 */
export async function uploadPicture(file: File, onProgress: (share: number) => void): Promise<Upload> {
  return openUpload(await sendPicture(browser, file, { onProgress }));
}
