import { table } from '../../platform/db/table.ts';

export const importRuns = table('importRuns', {
  columns: 'left out: of the import',
  members: { userId: { onMerge: 'stay', onClose: 'keep' } },
});
