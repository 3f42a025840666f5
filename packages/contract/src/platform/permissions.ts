export const roles = ['owner', 'admin', 'editor', 'moderator', 'member', 'demo'] as const;

export type Role = (typeof roles)[number];

/**
 * Permissions by role, checked by the server before every call and used by the menu. The demo account reads only: all
 * writes are refused, and personal or secret data is withheld.
 */
export const permissions = {
  'office.enter': ['owner', 'admin', 'editor', 'moderator', 'demo'],
  'articles.manage': ['owner', 'admin', 'editor', 'demo'],
  'pages.write': ['owner', 'admin', 'editor'],
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
  'stickers.manage': ['owner', 'admin', 'demo'],
  'files.manage': ['owner', 'admin', 'editor', 'demo'],
  'redirects.manage': ['owner', 'admin', 'demo'],
  'settings.read': ['owner', 'admin', 'demo'],
  'settings.change': ['owner', 'admin'],
  'settings.own': ['owner'],
  'audit.read': ['owner', 'admin'],
  'jobs.manage': ['owner', 'admin', 'demo'],
  'backups.manage': ['owner'],
  'outbox.manage': ['owner', 'admin', 'demo'],
  'setup.finish': ['owner'],
  'letters.read': ['owner'],
  'alerts.manage': ['owner'],
  'keys.manage': ['owner'],
  'system.upgrade': ['owner'],
  'system.manage': ['owner', 'admin', 'demo'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Whether the role has the permission. */
export function may(role: Role, permission: Permission) {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** Lists the permissions of a role, for the menu. */
export function permissionsOf(role: Role) {
  return (Object.keys(permissions) as Permission[]).filter((permission) => may(role, permission));
}
