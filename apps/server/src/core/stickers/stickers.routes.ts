import { adminStickers, stickers } from '@mojian/contract/core/stickers';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { addStickers, changeSticker, listPacks, putOwnPackBack, removePack, removeSticker } from './admin-stickers.ts';
import { listStickers } from './list-stickers.ts';

export function routes(serve: Serve, deps: { db: Db; storage: Storage }) {
  const { db } = deps;
  serve(stickers, { list: () => listStickers(db) });
  serve(adminStickers, {
    list: () => listPacks(db),
    add: ({ query, body }, { viewer }) => addStickers(deps, viewer, { ...query, ...body }),
    change: async ({ body }, { viewer }) => {
      await changeSticker(db, viewer, body);
      return null;
    },
    remove: async ({ query }, { viewer }) => {
      await removeSticker(db, viewer, query.id);
      return null;
    },
    removePack: async ({ query }, { viewer }) => {
      await removePack(db, viewer, query.id);
      return null;
    },
    putBack: async (_, { viewer }) => {
      await putOwnPackBack(db, viewer);
      return null;
    },
  });
}
