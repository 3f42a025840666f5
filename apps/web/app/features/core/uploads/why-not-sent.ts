import { isFailure } from '@mojian/contract/platform/failures';

/** Whether a retry may succeed: not where the picture itself was refused. */
export function mayArriveYet(cause: unknown): boolean {
  return !isFailure(cause) || !['too-large', 'wrong-type', 'invalid-input'].includes(cause.id);
}

/** Text of an upload error: the server's own where it refused, else a short one. */
export function whyNotSent(cause: unknown): string {
  return isFailure(cause) && cause.id !== 'unavailable' ? cause.message : '上传失败';
}
