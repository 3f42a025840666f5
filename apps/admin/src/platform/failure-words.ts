import { isFailure } from '@mojian/contract/platform/failures';

/** What a refused or lost call says to whoever made it. */
export function failureWords(error: unknown) {
  return isFailure(error) ? error.message : '连接失败，请检查网络';
}
