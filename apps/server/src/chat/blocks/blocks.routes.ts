import { chatSafety } from '@mojian/contract/chat/rooms';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { block, listBlocks, unblock } from './blocks.ts';

export function blockRoutes(serve: Serve, { db }: { db: Db }) {
  serve(chatSafety.block, ({ query }, { viewer }) => block(db, viewer, query.userId));
  serve(chatSafety.unblock, ({ query }, { viewer }) => unblock(db, viewer, query.userId));
  serve(chatSafety.blocks, (_, { viewer }) => listBlocks(db, viewer));
}
