import { chat } from '@mojian/contract/chat';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Live } from '../stream/hub.ts';
import { releaseChat } from './release-chat.ts';
import { reportChat } from './report-chat.ts';
import { acceptRequest } from './requests.ts';

/** What keeps a conversation bearable. */
export function chatSafetyRoutes(serve: Serve, { db, live }: { db: Db; live: Live }) {
  serve(chat.accept, ({ body }, { viewer }) => acceptRequest(db, viewer, body.roomId));
  serve(chat.report, ({ body }, { viewer }) => reportChat(db, viewer, body));
  serve(chat.release, ({ body }, { viewer }) => releaseChat({ db, live }, viewer, body.id));
}
