/**
 * Settings only the owner changes, as a group or one of its fields. Whoever sets where letters go out or who vouches for a
 * login could become the owner; the other addresses are asked by the server itself, from inside its network.
 */
export const ownerSettings = [
  'mail',
  'social',
  'wechatAccount',
  'backup',
  'hot',
  'system.updates',
  'system.updatesUrl',
];

/** Whether only the owner may change this group, or, with a field's path, this field. */
export function isOwnersOnly(group: string, path = '') {
  return ownerSettings.includes(group) || ownerSettings.includes(`${group}.${path}`);
}
