import { chatRooms } from '@mojian/contract/chat/chat-rooms';
import { chatTalk } from '@mojian/contract/chat/chat-talk';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Live } from '../../platform/stream/hub.ts';
import { hideMessage } from './hide-message.ts';
import { listChanges } from './list-changes.ts';
import { listGroup, listHistory } from './list-messages.ts';
import { listPeople } from './list-people.ts';
import { searchMessages } from './search-messages.ts';
import { sendMessage } from './send-message.ts';
import { typeIn } from './type-in.ts';
import { withdrawMessage } from './withdraw-message.ts';

/** What is said in rooms. */
export function chatRoutes(serve: Serve, parts: { db: Db; live: Live; search: Search; siteUrl: string }) {
  const { db } = parts;
  serve(chatTalk.group, ({ query }, { viewer }) => listGroup(db, viewer, query));
  serve(chatTalk.history, ({ query }, { viewer }) => listHistory(db, viewer, query));
  serve(chatTalk.changes, ({ query }, { viewer }) => listChanges(db, viewer, query.seq));
  serve(chatTalk.search, ({ query }, { viewer }) => searchMessages(parts, viewer, query));
  serve(chatRooms.people, ({ query }, { viewer }) => listPeople(db, viewer, query.prefix));
  serve(chatTalk.send, ({ body }, writer) => sendMessage(parts, writer, body));
  serve(chatTalk.withdraw, ({ body }, { viewer }) => withdrawMessage(parts, viewer, body.id));
  serve(chatTalk.hide, async ({ query }, { viewer }) => {
    await hideMessage(db, viewer, query.id);
    return null;
  });
  serve(chatRooms.typing, async ({ body }, { viewer }) => {
    await typeIn(parts, viewer, body.roomId);
    return null;
  });
}
