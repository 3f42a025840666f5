import { isFailure } from '@mojian/contract/platform/failures';
import { toast } from './toast.ts';

/**
 * Reports a lost connection after an optimistic change was rolled back. Refusals were shown by the caller of the API.
 * Apart from `toast`, which every page loads, because of the table of failures.
 */
export function sayIfLost(error: unknown) {
  if (!isFailure(error) || error.id === 'unavailable') toast('error', '操作失败，已恢复原样，请重试');
}
