import { adminChat } from '@mojian/contract/chat/chat-admin';
import { chatRooms } from '@mojian/contract/chat/chat-rooms';
import { chatSafety } from '@mojian/contract/chat/chat-safety';
import { chatTalk } from '@mojian/contract/chat/chat-talk';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Live } from '../../platform/stream/hub.ts';
import { listChanges } from './feed.ts';
import { hideMessage, listGroup, listHistory, reportChat } from './list-messages.ts';
import { acceptRequest } from './may-speak.ts';
import { actOnChat, listForOffice, releaseChat, withdrawMessage } from './moderate-messages.ts';
import { listMentionable, searchMessages } from './search-messages.ts';
import { publishTyping, sendMessage } from './send-message.ts';

export function chatRoutes(serve: Serve, deps: { db: Db; live: Live; search: Search; siteUrl: string }) {
  const { db } = deps;
  serve(chatTalk.group, ({ query }, { viewer }) => listGroup(db, viewer, query));
  serve(chatTalk.history, ({ query }, { viewer }) => listHistory(db, viewer, query));
  serve(chatTalk.changes, ({ query }, { viewer }) => listChanges(db, viewer, query.seq));
  serve(chatTalk.search, ({ query }, { viewer }) => searchMessages(deps, viewer, query));
  serve(chatRooms.people, ({ query }, { viewer }) => listMentionable(db, viewer, query.prefix));
  serve(chatTalk.send, ({ body }, writer) => sendMessage(deps, writer, body));
  serve(chatTalk.withdraw, ({ body }, { viewer }) => withdrawMessage(deps, viewer, body.id));
  serve(chatTalk.hide, async ({ query }, { viewer }) => {
    await hideMessage(db, viewer, query.id);
    return null;
  });
  serve(chatRooms.typing, async ({ body }, { viewer }) => {
    await publishTyping(deps, viewer, body.roomId);
    return null;
  });
  serve(chatSafety.accept, ({ body }, { viewer }) => acceptRequest(db, viewer, body.roomId));
  serve(chatSafety.report, ({ body }, { viewer }) => reportChat(db, viewer, body));
  serve(chatSafety.release, ({ body }, { viewer }) => releaseChat(deps, viewer, body.id));
  serve(adminChat.list, ({ query }) => listForOffice(db, query));
  serve(adminChat.act, ({ body }, { viewer }) => actOnChat(deps, viewer, body));
}
