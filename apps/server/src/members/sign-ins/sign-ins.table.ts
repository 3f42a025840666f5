import { table } from '../../platform/db/table.ts';

export const signIns = table('signIns', {
  columns: { userId: 'left out: whose archive it is', day: 'archive' },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
