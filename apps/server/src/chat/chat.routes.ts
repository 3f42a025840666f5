import { chat } from '@mojian/contract/chat';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Search } from '../search/search.ts';
import type { Live } from '../stream/hub.ts';
import { listChanges } from './list-changes.ts';
import { listGroup, listHistory } from './list-messages.ts';
import { sendMessage } from './send-message.ts';

/** What is said in rooms. */
export function chatRoutes(serve: Serve, parts: { db: Db; live: Live; search: Search; siteUrl: string }) {
  const { db } = parts;
  serve(chat.group, ({ query }, { viewer }) => listGroup(db, viewer, query));
  serve(chat.history, ({ query }, { viewer }) => listHistory(db, viewer, query));
  serve(chat.changes, ({ query }, { viewer }) => listChanges(db, viewer, query.seq));
  serve(chat.send, ({ body }, writer) => sendMessage(parts, writer, body));
}
