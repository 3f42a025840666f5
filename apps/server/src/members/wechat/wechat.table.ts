import { table } from '../../platform/db/table.ts';

export const wechatCodes = table('wechatCodes', {
  columns: 'left out: secrets that expire',
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
