import type { Trx } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What somebody did in the back office: noun and verb, what it was done to, and what that was before and after. */
export type Act = { act: string; subject?: string; before?: unknown; after?: unknown };

/** Writes an act down, in the transaction that does it: what did not happen is not told, what happened is. */
export async function recordAct(trx: Trx, viewer: Viewer, { act, subject = '', before, after }: Act) {
  const { nickname } = await trx
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('auditLog')
    .values({
      ...{ actorId: viewer.id, actor: nickname, act, subject, createdAt: Date.now() },
      before: before === undefined ? '' : JSON.stringify(withoutSecrets(before)),
      after: after === undefined ? '' : JSON.stringify(withoutSecrets(after)),
    })
    .execute();
}
