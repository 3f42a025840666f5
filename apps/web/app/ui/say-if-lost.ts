import { isFailure } from '@mojian/contract/platform/failures';
import { toast } from './toast.ts';

/** Says of something undone on the screen that it never arrived. Other refusals are said by whoever made the call. */
export function sayIfLost(error: unknown) {
  if (isFailure(error) && error.id === 'unavailable') toast('error', '操作失败，已恢复原样，请重试');
}
