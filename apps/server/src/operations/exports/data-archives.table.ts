import { table } from '../../platform/db/table.ts';

export const dataArchives = table('dataArchives', {
  columns: 'left out: the archive itself',
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
