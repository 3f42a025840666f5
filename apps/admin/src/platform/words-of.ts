import { isFailure } from '@mojian/contract/platform/failures';

/** What to say of a call that failed. */
export function wordsOf(error: unknown) {
  return isFailure(error) ? error.message : '操作失败，请检查网络';
}
