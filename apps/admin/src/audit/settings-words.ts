import type { Field } from '../settings/field-of.ts';
import { allGroups } from '../settings/sections.ts';

/** What a group of the settings is called. */
export function groupTitle(name: string) {
  return allGroups.find((group) => group.name === name)?.title ?? name;
}

/** The field of a group that a path lies in: `github.id`, also of `menu.3.title`. */
export function settingsField(name: string, path: string): Field | undefined {
  const fields = allGroups.find((group) => group.name === name)?.fields ?? [];
  return fields.find((field) => path === field.path || path.startsWith(`${field.path}.`));
}
