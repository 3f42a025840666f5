import { table } from '../../platform/db/table.ts';

export const takenDown = table('takenDown', {
  columns: 'left out: of the staff',
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
  texts: [{ name: '收起来的聊天', columns: ['was'] }],
  pictures: { columns: ['was'] },
});
