import type { Permission } from '@mojian/contract/permissions';
import { menuFor } from './menu.ts';

/** Somewhere the jump box leads. `within`: the group it stands in. */
export type Goal = { title: string; within: string; path: string };

/** All that somebody may go to. */
export function goalsFor(may: (permission: Permission) => boolean): Goal[] {
  return menuFor(may).flatMap(({ title: within, entries }) => entries.map(({ title, path }) => ({ title, within, path })));
}

/** The goals that every word of the text is found in: what begins with it comes first. */
export function findGoals(goals: Goal[], text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ title, within, path }: Goal) => `${title} ${within} ${path}`.toLowerCase();
  const found = goals.filter((goal) => words.every((word) => textOf(goal).includes(word)));
  return found.sort((a, b) => Number(startsWith(b, words)) - Number(startsWith(a, words)));
}

const startsWith = ({ title }: Goal, [word = '']: string[]) => title.toLowerCase().startsWith(word);
