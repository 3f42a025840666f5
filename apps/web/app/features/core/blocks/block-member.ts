import { isFailure } from '@mojian/contract/platform/failures';
import type { CallsOf } from '../../../api/calls.ts';
import { readUser } from '../../../session/session.ts';
import { toast } from '../../../ui/toast.ts';
import type { Blockable } from './ask-to-block.ts';
import { rememberBlocked } from './blocked-ids.ts';

/** Blocks a member, or lifts it, and offers to undo that. `calls` reject. */
export async function blockMember(calls: CallsOf<'blocks'>, person: Blockable) {
  const { id, nickname } = person;
  const isBlocked = readUser()?.blocked?.includes(id) ?? false;
  const query = { userId: id };
  try {
    await (isBlocked ? calls.blocks.unblock({ query }) : calls.blocks.block({ query }));
  } catch (error) {
    return toast('error', isFailure(error) ? error.message : '操作失败，请重试');
  }
  rememberBlocked(id, !isBlocked);
  const words = isBlocked ? `已解除对 ${nickname} 的拉黑` : `已拉黑 ${nickname}`;
  toast('success', words, { words: '撤销', run: () => void blockMember(calls, person) });
}
