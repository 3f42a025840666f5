import type { Upload } from '@mojian/contract/core/uploads';
import { isFailure } from '@mojian/contract/platform/failures';

/** Uploads a picture, or an attachment as it is; `onProgress` is called with the share sent, from 0 to 1. */
export type UploadPicture = (
  file: Blob,
  options?: { onProgress?: (share: number) => void; signal?: AbortSignal; isAttachment?: boolean },
) => Promise<Upload>;

/** Whether a chosen file may be a picture: some systems know no type of the newer ones. */
export function mayBePicture({ type, name }: File): boolean {
  return type.startsWith('image/') || (type === '' && /\.(hei[cf]|avif|jxl|tiff?)$/i.test(name));
}

/** Whether a retry may succeed: not where the picture itself was refused. */
export function mayArriveYet(cause: unknown): boolean {
  return !isFailure(cause) || !['too-large', 'wrong-type', 'invalid-input'].includes(cause.id);
}

/** Text of an upload error: the server's own where it refused, else a short one. */
export function whyNotSent(cause: unknown): string {
  return isFailure(cause) && cause.id !== 'unavailable' ? cause.message : '上传失败';
}
