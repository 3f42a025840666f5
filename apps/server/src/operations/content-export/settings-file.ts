import type { Settings, SettingsGroup } from '../../core/settings/settings.ts';

/** Groups that hold keys of other services from end to end. */
const secretGroups = ['social', 'mail'];
const secretFields: Record<string, string[]> = {
  wechatAccount: ['appId', 'token', 'aesKey'],
  writing: ['indexNowKey', 'baiduToken'],
};

/** What may leave the site: no key and no token. The text of the page 关于本站 is a file of its own. */
export function openSettings(settings: Settings): Record<string, object> {
  const groups = Object.entries(settings).filter(([name]) => !secretGroups.includes(name) && name !== 'about');
  return Object.fromEntries(
    groups.map(([name, group]) => {
      const fields = Object.entries(group).filter(([field]) => !secretFields[name]?.includes(field));
      return [name, Object.fromEntries(fields)];
    }),
  );
}

/** Groups of a file that this version knows and this site never saved. What is secret stays as it is here. */
export function newGroups(given: Record<string, unknown>, present: Settings, saved: string[]) {
  return Object.entries(given).flatMap(([name, fields]) => {
    if (!Object.hasOwn(present, name) || secretGroups.includes(name) || saved.includes(name)) return [];
    return [[name as SettingsGroup, { ...present[name as SettingsGroup], ...(fields as object) }] as const];
  });
}
