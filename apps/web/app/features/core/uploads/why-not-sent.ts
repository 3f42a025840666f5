import { isFailure } from '@mojian/contract/platform/failures';

/** Whether another try may help: not where the picture itself was refused. */
export function mayArriveYet(cause: unknown): boolean {
  return !isFailure(cause) || !['too-large', 'wrong-type', 'invalid-input'].includes(cause.id);
}

/** Why a picture did not arrive, for who sent it: what the server refused in its words, all else in three. */
export function whyNotSent(cause: unknown): string {
  return isFailure(cause) && cause.id !== 'unavailable' ? cause.message : '上传失败';
}
