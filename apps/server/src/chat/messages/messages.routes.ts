import { adminChat, chatMessages } from '@mojian/contract/chat/messages';
import { chatRooms, chatSafety } from '@mojian/contract/chat/rooms';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Live } from '../../platform/stream/event-bus.ts';
import { listChanges } from './feed.ts';
import { GroupPosts } from './group-posts.ts';
import { hideMessage, listGroup, listHistory, reportChat } from './list-messages.ts';
import { acceptRequest } from './may-speak.ts';
import { actOnChat, listChatForOffice, releaseChat, withdrawMessage } from './moderate-messages.ts';
import { listMentionableInGroup, searchMessages } from './search-messages.ts';
import { publishTyping, sendMessage } from './send-message.ts';

export function chatRoutes(serve: Serve, deps: { db: Db; live: Live; search: Search; siteUrl: string }) {
  const { db } = deps;
  const posts = new GroupPosts(deps);
  serve(chatMessages.group, ({ query }, { viewer }) => listGroup(db, viewer, query));
  serve(chatMessages.history, ({ query }, { viewer }) => listHistory(db, viewer, query));
  serve(chatMessages.changes, ({ query }, { viewer }) => listChanges(db, viewer, query.seq));
  serve(chatMessages.search, ({ query }, { viewer }) => searchMessages(deps, viewer, query));
  serve(chatRooms.people, ({ query }, { viewer }) => listMentionableInGroup(db, viewer, query.prefix));
  serve(chatMessages.send, ({ body }, writer) => sendMessage({ ...deps, posts }, writer, body));
  serve(chatMessages.withdraw, ({ body }, { viewer }) => withdrawMessage(deps, viewer, body.id));
  serve(chatMessages.hide, ({ query }, { viewer }) => hideMessage(db, viewer, query.id));
  serve(chatRooms.typing, ({ body }, { viewer }) => publishTyping(deps, viewer, body.roomId));
  serve(chatSafety.accept, ({ body }, { viewer }) => acceptRequest(db, viewer, body.roomId));
  serve(chatSafety.report, ({ body }, { viewer }) => reportChat(db, viewer, body));
  serve(chatSafety.release, ({ body }, { viewer }) => releaseChat(deps, viewer, body.id));
  serve(adminChat.list, ({ query }, { viewer }) => listChatForOffice(db, viewer, query));
  serve(adminChat.act, ({ body }, { viewer }) => actOnChat(deps, viewer, body));
}
