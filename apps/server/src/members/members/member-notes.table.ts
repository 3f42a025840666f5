import { table } from '../../platform/db/table.ts';

export const memberNotes = table('memberNotes', {
  columns: 'left out: of the staff',
  members: {
    userId: { onMerge: 'stay', onClose: 'delete' },
    authorId: { onMerge: 'stay', onClose: 'keep' },
  },
  texts: [{ name: '会员的备注', columns: ['text'] }],
});
