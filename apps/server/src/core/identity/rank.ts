import { type Role, roles } from '@mojian/contract/core/permissions';

const ranks: Record<Role, number> = { owner: 3, admin: 2, editor: 1, moderator: 1, member: 0, demo: 0 };

export function isAbove(one: Role, other: Role) {
  return ranks[one] > ranks[other];
}

/** What somebody of this role may give and take: nothing above their own. */
export function rolesUpTo(role: Role) {
  return roles.filter((one) => !isAbove(one, role));
}
