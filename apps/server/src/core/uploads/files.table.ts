import { table } from '../../platform/db/table.ts';

export const files = table('files', {
  key: 'key',
  columns: {
    key: 'archive',
    type: 'archive',
    name: 'left out: its owner has the name of the upload',
    width: 'archive',
    height: 'archive',
    bytes: 'archive',
    createdAt: 'left out: its owner has the time of the upload',
    sizes: 'left out: made from the picture',
    thumbhash: 'left out: made from the picture',
    pages: 'left out: made from the file',
    seconds: 'left out: made from the file',
    wave: 'left out: made from the file',
  },
});

export const fileOwners = table('fileOwners', {
  columns: {
    key: 'archive',
    userId: 'left out: whose archive it is',
    createdAt: 'archive',
    camera: 'archive',
    name: 'archive',
  },
  members: { userId: { onMerge: 'share', onClose: 'erase' } },
});
