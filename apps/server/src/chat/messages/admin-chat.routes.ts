import { adminChat } from '@mojian/contract/chat/chat-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import { actOnChat, listForOffice } from './admin-chat.ts';

export function adminChatRoutes(serve: Serve, parts: { db: Db; search: Search }) {
  serve(adminChat.list, ({ query }) => listForOffice(parts.db, query));
  serve(adminChat.act, ({ body }, { viewer }) => actOnChat(parts, viewer, body));
}
