import { isFailure } from '@mojian/contract/failures';

/** What to say of a call that failed. */
export function wordsOf(error: unknown) {
  return isFailure(error) ? error.message : '没有做成，请看看网络是否通畅';
}
