import { adminChat, chatMessages } from '@mojian/contract/chat/messages';
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

export function routes(serve: Serve, deps: { db: Db; live: Live; search: Search; siteUrl: string }) {
  const { db } = deps;
  const posts = new GroupPosts(deps);
  serve(chatMessages, {
    group: ({ query }, { viewer }) => listGroup(db, viewer, query),
    history: ({ query }, { viewer }) => listHistory(db, viewer, query),
    changes: ({ query }, { viewer }) => listChanges(db, viewer, query.seq),
    search: ({ query }, { viewer }) => searchMessages(deps, viewer, query),
    send: ({ body }, writer) => sendMessage({ ...deps, posts }, writer, body),
    withdraw: ({ body }, { viewer }) => withdrawMessage(deps, viewer, body.id),
    hide: ({ query }, { viewer }) => hideMessage(db, viewer, query.id),
    people: ({ query }, { viewer }) => listMentionableInGroup(db, viewer, query.prefix),
    typing: ({ body }, { viewer }) => publishTyping(deps, viewer, body.roomId),
    accept: ({ body }, { viewer }) => acceptRequest(db, viewer, body.roomId),
    report: ({ body }, { viewer }) => reportChat(db, viewer, body),
    release: ({ body }, { viewer }) => releaseChat(deps, viewer, body.id),
  });
  serve(adminChat, {
    list: ({ query }, { viewer }) => listChatForOffice(db, viewer, query),
    act: ({ body }, { viewer }) => actOnChat(deps, viewer, body),
  });
}
