import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readableKinds } from '../messages/group-mode.ts';
import * as queries from './rooms.queries.ts';

/** What calls for the member in chat: unread messages of private rooms they did not mute, and unread calls by name. */
export async function countUnreadChat(db: Db, viewer: Viewer) {
  const kinds = await readableKinds(db, viewer);
  const [messages, calls] = await Promise.all([
    kinds.includes('private') ? queries.countPrivateUnread(db, viewer.id) : 0,
    kinds.includes('group') ? countCalls(db, viewer) : 0,
  ]);
  return messages + calls;
}

async function countCalls(db: Db, viewer: Viewer) {
  return queries.countCalls(db, viewer.id, await queries.findGroupRead(db, viewer.id));
}
