import { table } from '../../platform/db/table.ts';

export const collects = table('collects', {
  columns: { articleId: 'archive', userId: 'left out: whose archive it is', createdAt: 'archive' },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
