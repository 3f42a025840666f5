import { table } from '../../platform/db/table.ts';

export const passkeys = table('passkeys', {
  columns: {
    id: 'left out: of the site',
    userId: 'left out: whose archive it is',
    name: 'archive',
    credentialId: 'left out: a key',
    userHandle: 'left out: a key',
    publicKey: 'left out: a key',
    counter: 'left out: of the authenticator',
    transports: 'left out: of the authenticator',
    createdAt: 'archive',
    usedAt: 'archive',
  },
  archive: { file: 'passkeys.json', about: '通行密钥的名字与日期', by: 'userId' },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
