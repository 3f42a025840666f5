import { isFailure } from '@mojian/contract/failures';

/** Why a picture did not arrive, for who sent it: what the server refused in its words, all else in three. */
export function whyNotSent(cause: unknown): string {
  return isFailure(cause) && cause.id !== 'unavailable' ? cause.message : '没有传上去';
}
