import { table } from '../../platform/db/table.ts';

export const accessKeys = table('accessKeys', {
  columns: {
    id: 'left out: of the site',
    userId: 'left out: whose archive it is',
    name: 'archive',
    keyHash: 'left out: a secret',
    start: 'left out: the beginning of a secret',
    scopes: 'archive',
    way: 'left out: of the login that made it',
    createdAt: 'archive',
    expiresAt: 'archive',
    usedAt: 'archive',
    place: 'archive',
    isNewPlace: 'left out: found by comparing places',
    places: 'archive',
    revokedAt: 'archive',
  },
  archive: { file: 'keys.json', about: '程序访问的钥匙：名字、权限、最近用过的时间与地点', by: 'userId' },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
  subject: { kind: 'key', title: 'name' },
});
