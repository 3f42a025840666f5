import { sessions } from '@mojian/contract/core/sessions';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { takeHandover } from './handover.ts';
import { endSessions, findViewer, listSessions, logOut, readMe, revokeSession } from './sessions.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(sessions, {
    byToken: async ({ query: { token, nonce } }, caller) => {
      const viewer = token === '' ? caller.viewer : await findViewer(db, token);
      if (viewer) return readMe(db, viewer.id);
      const signedIn = token === '' ? undefined : await takeHandover(db, { token, nonce }, caller);
      if (!signedIn) throw new Failure('signed-out', '登录已失效，请重新登录');
      return signedIn;
    },
    logout: async (_input, { token }) => {
      if (token) await logOut(db, token);
      return null;
    },
    list: (_input, { viewer }) => listSessions(db, viewer),
    revoke: ({ query: { id } }, { viewer }) => revokeSession(db, viewer, id),
    revokeOthers: (_input, { viewer }) =>
      db.transaction().execute((trx) => endSessions(trx, viewer.id, { except: viewer.sessionId })),
  });
}
