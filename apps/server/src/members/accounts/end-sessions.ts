import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { endSession, endSessions } from '../../core/sessions/sessions.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { holdMember } from './hold-member.ts';

/** Logs a member out, on one device or on all. @throws Failure as holdMember; not-found for a session that has ended. */
export function endSessionsOf(db: Db, viewer: Viewer, { id, session }: { id: number; session?: number | undefined }) {
  return db.transaction().execute(async (trx) => {
    await holdMember(trx, viewer, id);
    if (session === undefined) await endSessions(trx, id);
    else if (!(await endSession(trx, id, session))) throw new Failure('not-found', '这台设备已经退出登录', 'session');
    const after = { session: session ?? 'all' };
    await recordAct(trx, viewer, { act: 'users.logout', subject: `user:${id}`, after });
  });
}
