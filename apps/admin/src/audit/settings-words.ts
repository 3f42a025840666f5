import type { Field } from '../settings/field-of.ts';
import { allGroups } from '../settings/sections.ts';

/** What a group of the settings, one that is tried out by this name, or a step of the set-up is called. */
export function groupTitle(name: string) {
  return groupOf(name)?.title ?? (name === 'sample' ? '示例内容' : name);
}

export function groupOf(name: string) {
  const isTried = (tests: { what: string }[] = []) => tests.some(({ what }) => what === name);
  return allGroups.find(
    (group) => group.name === name || isTried(group.tests) || group.parts?.some(({ tests }) => isTried(tests)),
  );
}

/** The field of a group that a path lies in: `github.id`, also of `menu.3.title`. */
export function settingsField(name: string, path: string): Field | undefined {
  const fields = allGroups.find((group) => group.name === name)?.fields ?? [];
  return fields.find((field) => path === field.path || path.startsWith(`${field.path}.`));
}
