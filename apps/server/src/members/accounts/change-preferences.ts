import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { updateUser } from './accounts.queries.ts';

/** What mail the viewer wants. */
export function changePreferences(db: Db, viewer: Viewer, { mailOnReply }: { mailOnReply: boolean }) {
  return updateUser(db, viewer.id, { mailOnReply: mailOnReply ? 1 : 0 });
}
