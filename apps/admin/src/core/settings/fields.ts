import type { Field, Group, Section, Value } from '@mojian/contract/core/settings-fields/field';
import { sections } from '@mojian/contract/core/settings-fields/sections';
import type { Fault } from '@mojian/contract/platform/failures';
import type { Feature } from '@mojian/contract/platform/features';
import type { ContactName } from '@mojian/contract/platform/rules';

export function valueAt(value: Value, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Value | undefined)?.[name], value);
}

export function withValueAt(value: Value, path: string, next: unknown): Value {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...value, [name]: next };
  return { ...value, [name]: withValueAt((value[name] ?? {}) as Value, rest.join('.'), next) };
}

/** Lists the fields of a group in which two values differ. */
export function changedSettings({ fields }: Group, before: Value, after: Value) {
  const differs = (path: string) => !isSame(valueAt(before, path), valueAt(after, path));
  return fields.filter(({ path, kind }) => (kind === 'contacts' ? !isSame(before, after) : differs(path)));
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Finds the groups of 站点设置 whose title, labels and hints contain every word. */
export function findGroups(words: string, has: (feature: Feature | undefined) => boolean): Section[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return sections
    .map(({ title, groups }) => ({
      title,
      groups: groups.filter((group) => !group.screen && has(group.feature) && matchesGroup(group, wanted)),
    }))
    .filter(({ groups }) => groups.length > 0);
}

function matchesGroup({ title, about = '', fields }: Group, wanted: string[]) {
  const text = [title, about, ...fields.flatMap(({ label, hint = '' }) => [label, hint])].join(' ').toLowerCase();
  return wanted.every((word) => text.includes(word));
}

/** Assigns each refusal to its field; `others` belong to none. */
export function assignFaults(fields: readonly Field[], faults: Fault[]) {
  const at = new Map<Field, string>();
  const others: string[] = [];
  for (const fault of faults) {
    const field = fields.find(({ kind, path }) =>
      kind === 'contacts' ? fault.field !== '' : isWithin(fault.field, path),
    );
    if (!field) others.push(fault.text);
    else at.set(field, [at.get(field), faultText(field, fault)].filter(Boolean).join('；'));
  }
  return { at, others };
}

/** Prefixes the entry of a list or the name of a contact. */
function faultText({ kind }: Field, { field, text }: Fault) {
  const [, entry] = /\.(\d+)(?:\.|$)/.exec(field) ?? [];
  if (entry !== undefined) return `第 ${Number(entry) + 1} 项：${text}`;
  const contact = kind === 'contacts' && Object.entries(contactNamesInChinese).find(([name]) => name === field);
  return contact ? `${contact[1]}：${text}` : text;
}

/** `hold.3` lies in the field `hold`. */
function isWithin(place: string, path: string) {
  return place === path || place.startsWith(`${path}.`);
}

export const contactNamesInChinese: Record<ContactName, string> = {
  email: '邮箱',
  qq: 'QQ',
  github: 'GitHub',
  gitee: 'Gitee',
  wechat: '微信',
  qqGroup: 'QQ 群',
};
