import { table } from '../../platform/db/table.ts';

export const importRuns = table('importRuns', {
  columns: 'left out: of the import',
  members: { userId: { onMerge: 'stay', onClose: 'keep' } },
});

/** A fetched picture waits for its article to be saved with it. */
export const remotePictures = table('remotePictures', {
  columns: 'left out: of the import',
  pictures: { columns: ['file'] },
});
