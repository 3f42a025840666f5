import type { Role } from '@mojian/contract/core/permissions';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { isAbove } from '../../core/identity/roles.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { updateUser } from './accounts.queries.ts';
import { dropSecrets } from './drop-secrets.ts';
import { holdMember } from './hold-member.ts';
import { requireOwner } from './owners.ts';

/** `from`: the role the giver saw. `sure`: said when the role is the giver's own. */
type Change = { id: number; from: Role; role: Role; sure: boolean };

/**
 * Gives a member a role, from the next call on.
 * @throws Failure as holdMember and requireOwner; not-allowed for a role above the viewer's or, unless they are sure,
 * for their own; stale when it is no longer what they saw.
 */
export function changeRole(db: Db, viewer: Viewer, change: Change) {
  return db.transaction().execute((trx) => giveRole(trx, viewer, change));
}

/** The same whatever role they have now, for several at once. @throws Failure as changeRole. */
export function setRole(db: Db, viewer: Viewer, { id, role }: Pick<Change, 'id' | 'role'>) {
  return db.transaction().execute(async (trx) => {
    const { role: from } = await holdMember(trx, viewer, id);
    await giveRole(trx, viewer, { id, from, role, sure: false });
  });
}

async function giveRole(trx: Trx, viewer: Viewer, { id, from, role, sure }: Change) {
  const member = await holdMember(trx, viewer, id);
  if (isAbove(role, viewer.role)) throw new Failure('not-allowed', '不能给出比自己高的角色', 'role');
  if (member.role !== from) throw new Failure('stale', '别人刚刚改过这个账号的角色，请先看看新的', 'role');
  if (role === from) return;
  if (id === viewer.id && !sure) throw new Failure('not-allowed', '这是你自己的角色，改之前请再确认一次', 'sure');
  await updateUser(trx, id, { role });
  await dropSecrets(trx, member);
  if (from === 'owner') await requireOwner(trx);
  await recordAct(trx, viewer, { act: 'users.role', subject: `user:${id}`, before: { role: from }, after: { role } });
  await enqueue(trx, 'drop-pages', { tags: [`user:${id}`, 'people'] });
}
