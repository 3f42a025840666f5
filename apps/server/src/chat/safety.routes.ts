import { chatSafety } from '@mojian/contract/chat-safety';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Search } from '../search/search.ts';
import type { Live } from '../stream/hub.ts';
import { acceptRequest } from './accept-request.ts';
import { releaseChat } from './release-chat.ts';
import { reportChat } from './report-chat.ts';

/** What keeps a conversation bearable. */
export function chatSafetyRoutes(serve: Serve, parts: { db: Db; search: Search; live: Live }) {
  const { db } = parts;
  serve(chatSafety.accept, ({ body }, { viewer }) => acceptRequest(db, viewer, body.roomId));
  serve(chatSafety.report, ({ body }, { viewer }) => reportChat(db, viewer, body));
  serve(chatSafety.release, ({ body }, { viewer }) => releaseChat(parts, viewer, body.id));
}
