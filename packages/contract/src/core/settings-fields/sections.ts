import { features } from './features.ts';
import type { Group, Section } from './field.ts';
import { keeping } from './keeping.ts';
import { order } from './order.ts';
import { outside } from './outside.ts';
import { traffic } from './traffic.ts';

/** Every group of the site's settings, as the owner looks for them. */
export const sections: Section[] = [features, outside, traffic, order, keeping];

export const allGroups = sections.flatMap(({ groups }) => groups);

/** One of them, by its name. @throws Error where there is none. */
export function groupNamed(name: string): Group {
  const group = allGroups.find((one) => one.name === name);
  if (!group) throw new Error(`no group ${name}`);
  return group;
}
