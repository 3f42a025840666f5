import type { Trx } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { findNickname, insertAct } from './audit.queries.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What somebody did in the back office: noun and verb, what it was done to, and what that was before and after. */
export type Act = { act: string; subject?: string; before?: unknown; after?: unknown };

/** Writes an act down, in the transaction that does it: what did not happen is not told, what happened is. */
export async function recordAct(trx: Trx, viewer: Viewer, { act, subject = '', before, after }: Act) {
  const kept = (value: unknown) => (value === undefined ? '' : JSON.stringify(withoutSecrets(value)));
  await insertAct(trx, {
    ...{ actorId: viewer.id, actor: await findNickname(trx, viewer.id), act, subject, createdAt: Date.now() },
    before: kept(before),
    after: kept(after),
  });
}
