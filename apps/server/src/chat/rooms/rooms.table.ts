import { table } from '../../platform/db/table.ts';

export const rooms = table('rooms', {
  columns: {
    id: 'archive',
    kind: 'archive',
    pair: 'left out: exported by name',
    askedBy: 'left out: of open screens',
    lastId: 'left out: the last in the file',
    createdAt: 'left out: the time of the first message',
  },
  members: { askedBy: { onMerge: 'stay', onClose: 'keep' } },
});

export const roomMembers = table('roomMembers', {
  columns: 'left out: state of the screens',
  members: { userId: { onMerge: 'stay', onClose: 'keep' } },
});
