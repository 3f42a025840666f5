import { table } from '../../platform/db/table.ts';

/** Texts that were sent, for a day: what they became is the member's writing, as described there. */
export const wechatWritings = table('wechatWritings', {
  columns: 'left out: stored for a day',
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});

export const wechatCodes = table('wechatCodes', {
  columns: 'left out: secrets that expire',
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
