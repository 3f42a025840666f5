import { table } from '../../platform/db/table.ts';

export const blocks = table('blocks', {
  columns: { userId: 'left out: whose archive it is', blockedId: 'archive', createdAt: 'archive' },
  members: {
    userId: { onMerge: 'stay', onClose: 'delete' },
    blockedId: { onMerge: 'stay', onClose: 'delete' },
  },
});
