import { table } from '../../platform/db/table.ts';

export const sessions = table('sessions', {
  columns: {
    id: 'left out: of the site',
    userId: 'left out: whose archive it is',
    tokenHash: 'left out: a secret',
    way: 'archive',
    device: 'archive',
    place: 'archive',
    createdAt: 'archive',
    usedAt: 'archive',
    expiresAt: 'archive',
  },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
