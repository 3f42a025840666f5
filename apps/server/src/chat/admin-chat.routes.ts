import { adminChat } from '@mojian/contract/admin/chat';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Search } from '../search/search.ts';
import { actOnChat, listForOffice } from './admin-chat.ts';

export function adminChatRoutes(serve: Serve, parts: { db: Db; search: Search }) {
  serve(adminChat.list, ({ query }) => listForOffice(parts.db, query));
  serve(adminChat.act, ({ body }, { viewer }) => actOnChat(parts, viewer, body));
}
