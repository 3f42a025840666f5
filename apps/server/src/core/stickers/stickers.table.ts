import { table } from '../../platform/db/table.ts';

export const stickerPacks = table('stickerPacks', {
  columns: { id: 'left out: of the site', name: 'left out: texts name it' },
  subject: { kind: 'stickerPack', title: 'name' },
});

export const stickers = table('stickers', {
  columns: {
    id: 'left out: of the site',
    packId: 'left out: of the site',
    name: 'left out: texts name it',
    keywords: 'left out: of the site',
    picture: 'left out: of the site',
    night: 'left out: of the site',
    removedAt: 'left out: of the site',
  },
  pictures: { columns: ['picture', 'night'] },
  subject: { kind: 'sticker', title: 'name' },
});
