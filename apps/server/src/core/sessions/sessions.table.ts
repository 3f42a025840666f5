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
  archive: { file: 'sessions.json', about: '登录中的设备、地点与时间', by: 'userId' },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
