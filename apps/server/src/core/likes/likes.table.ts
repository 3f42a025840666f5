import { table } from '../../platform/db/table.ts';

export const likes = table('likes', {
  columns: { kind: 'archive', targetId: 'archive', userId: 'left out: whose archive it is', createdAt: 'archive' },
  members: { userId: { onMerge: 'stay', onClose: 'keep' } },
});
