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
  archive: { file: 'social-links.json', about: '绑定的第三方账号', by: 'userId' },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
