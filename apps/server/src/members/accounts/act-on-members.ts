import type { adminMembers } from '@mojian/contract/members/members-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import type { Db } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { setRole } from './change-role.ts';
import { disableMember, enableMember } from './disable-member.ts';

type Body = Input<typeof adminMembers.act>['body'];

/** Disables, enables or gives a role to each of them; who is refused stops none of the others. */
export function actOnMembers(db: Db, viewer: Viewer, body: Body) {
  return each(body.ids, (id) => {
    if (body.act === 'disable') return disableMember(db, viewer, { id, reason: body.reason, until: body.until });
    if (body.act === 'enable') return enableMember(db, viewer, id);
    return setRole(db, viewer, { id, role: body.role });
  });
}
