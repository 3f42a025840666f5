export const roles = ['owner', 'admin', 'editor', 'moderator', 'member', 'demo'] as const;

export type Role = (typeof roles)[number];

/**
 * Who may do what in the back office: the only such table. The server asks it before every call, the menu shows what it
 * allows. The demo account looks and changes nothing: calls that change anything refuse it whatever stands here, and what
 * is personal or secret it is not shown.
 */
export const permissions = {
  'office.enter': ['owner', 'admin', 'editor', 'moderator', 'demo'],
  'articles.manage': ['owner', 'admin', 'editor', 'demo'],
  'taxonomy.manage': ['owner', 'admin', 'editor', 'demo'],
  'comments.moderate': ['owner', 'admin', 'moderator', 'demo'],
  'says.moderate': ['owner', 'admin', 'moderator', 'demo'],
  'board.moderate': ['owner', 'admin', 'moderator', 'demo'],
  'chat.moderate': ['owner', 'admin', 'moderator', 'demo'],
  'links.manage': ['owner', 'admin', 'moderator', 'demo'],
  'navigation.manage': ['owner', 'admin', 'editor', 'demo'],
  'notices.send': ['owner', 'admin', 'demo'],
  'feedback.answer': ['owner', 'admin', 'moderator', 'demo'],
  'users.read': ['owner', 'admin', 'moderator', 'demo'],
  'users.manage': ['owner', 'admin'],
  'users.note': ['owner', 'admin', 'moderator'],
  'files.manage': ['owner', 'admin', 'editor', 'demo'],
  'settings.read': ['owner', 'admin', 'demo'],
  'settings.change': ['owner', 'admin'],
  'settings.own': ['owner'],
  'audit.read': ['owner', 'admin'],
  'jobs.manage': ['owner', 'admin', 'demo'],
  'backups.manage': ['owner'],
  'outbox.manage': ['owner', 'admin', 'demo'],
  'setup.finish': ['owner'],
  'letters.read': ['owner'],
  'system.manage': ['owner', 'admin', 'demo'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Whether this role may do that in the back office. */
export function may(role: Role, permission: Permission) {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** Everything a role may, for the menu. */
export function permissionsOf(role: Role) {
  return (Object.keys(permissions) as Permission[]).filter((permission) => may(role, permission));
}
