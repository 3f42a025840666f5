import { Failure } from '@mojian/contract/platform/failures';
import { lockMember } from '../../core/identity/accounts.ts';
import { isAbove } from '../../core/identity/roles.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findForStaff } from './staff-acts.queries.ts';

/**
 * The member somebody of the staff acts upon, held until the transaction ends.
 * @throws Failure not-found; gone for a closed account whose time is over; not-allowed for a role above the viewer's.
 */
export async function holdMember(trx: Trx, viewer: Viewer, id: number) {
  await lockMember(trx, id);
  const member = await findForStaff(trx, id);
  if (!member) throw new Failure('not-found', '用户不存在', 'id');
  if (member.closesAt !== null && member.closesAt <= Date.now()) throw new Failure('gone', '该用户已注销', 'id');
  if (isAbove(member.role, viewer.role)) throw new Failure('not-allowed', '这个账号的级别比你高，你不能处理', 'id');
  return member;
}
