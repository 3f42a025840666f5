import { blocks } from '@mojian/contract/core/blocks';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { block, listBlocks, unblock } from './blocks.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(blocks, {
    block: ({ query }, { viewer }) => block(db, viewer, query.userId),
    unblock: ({ query }, { viewer }) => unblock(db, viewer, query.userId),
    list: (_, { viewer }) => listBlocks(db, viewer),
  });
}
