import { table } from '../../platform/db/table.ts';

export const stickerPacks = table('stickerPacks', {
  columns: { id: 'left out: numbered anew', name: 'left out: exported with its stickers' },
  subject: { kind: 'stickerPack', title: 'name' },
});

export const stickers = table('stickers', {
  columns: {
    id: 'left out: numbered anew',
    packId: 'left out: exported by name',
    name: 'export',
    keywords: 'export',
    picture: 'export',
    night: 'export',
    removedAt: 'left out: removed ones are not exported',
  },
  pictures: { columns: ['picture', 'night'] },
  subject: { kind: 'sticker', title: 'name' },
  edited: ['name', 'keywords', 'picture', 'night', 'removedAt'],
  belongsTo: { packId: 'stickerPacks' },
});
