import { may, type Role, roles } from '@mojian/contract/platform/permissions';
import type { Viewer } from '../../platform/http/viewer.ts';

const ranks: Record<Role, number> = { owner: 3, admin: 2, editor: 1, moderator: 1, member: 0, demo: 0 };

export function isAbove(one: Role, other: Role) {
  return ranks[one] > ranks[other];
}

/** Roles this role may grant or revoke: none above its own. */
export function rolesUpTo(role: Role) {
  return roles.filter((one) => !isAbove(one, role));
}

type Rules = { members: boolean; publish: boolean };

type Person = Pick<Viewer, 'role'>;

const writesForSite = ['owner', 'admin', 'editor'];

/** Whether the viewer writes and publishes without review and reviews others. */
export function isEditor(viewer: Person) {
  return writesForSite.includes(viewer.role);
}

/** Moderators count as members where articles are concerned. */
export function mayWrite(viewer: Person, { members }: Rules) {
  return isEditor(viewer) || (members && viewer.role !== 'demo');
}

/** Pages are the site's own: they stand in its menu and pass no review. */
export function mayWritePages(viewer: Person) {
  return may(viewer.role, 'pages.write');
}

/** Without it a text is submitted for review. */
export function mayPublish(viewer: Person, rules: Rules) {
  return isEditor(viewer) || (mayWrite(viewer, rules) && rules.publish);
}
