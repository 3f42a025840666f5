import { chatSafety } from '@mojian/contract/chat/chat-safety';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Live } from '../../platform/stream/hub.ts';
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
