import { table } from '../../platform/db/table.ts';

export const socialLinks = table('socialLinks', {
  columns: {
    id: 'left out: of the site',
    userId: 'left out: whose archive it is',
    provider: 'archive',
    subject: 'left out: a key',
    name: 'archive',
    createdAt: 'archive',
  },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
