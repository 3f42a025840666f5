import { isFailure } from '@mojian/contract/failures';

/** What a refused or lost call says to whoever made it. */
export function failureWords(error: unknown) {
  return isFailure(error) ? error.message : '没有连上，请看看网络是否通畅';
}
