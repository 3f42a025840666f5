import type { Feature } from '@mojian/contract/core/features';
import type { Permission } from '@mojian/contract/core/permissions';
import { sections } from '@mojian/contract/core/settings-fields/sections';
import { menuFor } from './menu.ts';

/** Somewhere the jump box leads. `within`: the group it stands in; `words`: what else it is found by; `key`: where two share a path. */
export type Goal = { title: string; within: string; path: string; words?: string; key?: string };

/** All that somebody may go to. */
export function goalsFor(
  may: (permission: Permission) => boolean,
  has: (feature: Feature | undefined) => boolean,
): Goal[] {
  const menus = menuFor(may, has).flatMap(({ title: within, entries }) =>
    entries.map(({ title, path }) => ({ title, within, path })),
  );
  return may('settings.read') ? [...menus, ...settings(has)] : menus;
}

/** Each group of settings, found by the names of its fields as well. */
function settings(has: (feature: Feature | undefined) => boolean): Goal[] {
  return sections.flatMap(({ groups }) =>
    groups
      .filter(({ feature }) => has(feature))
      .map(({ name, title, fields }) => ({
        title,
        within: '站点设置',
        path: `/settings#set-${name}`,
        words: fields.map(({ label }) => label).join(' '),
      })),
  );
}

/** The goals that every word of the text is found in: what begins with it comes first. */
export function findGoals(goals: Goal[], text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ title, within, path, words = '' }: Goal) => `${title} ${within} ${path} ${words}`.toLowerCase();
  const found = goals.filter((goal) => words.every((word) => textOf(goal).includes(word)));
  return found.sort((a, b) => Number(startsWith(b, words)) - Number(startsWith(a, words)));
}

const startsWith = ({ title }: Goal, [word = '']: string[]) => title.toLowerCase().startsWith(word);
