import type { Section } from './field.ts';
import { keeping } from './keeping.ts';
import { order } from './order.ts';
import { outside } from './outside.ts';
import { traffic } from './traffic.ts';

/** Every group of the site's settings, as the owner looks for them. */
export const sections: Section[] = [outside, traffic, order, keeping];

export const allGroups = sections.flatMap(({ groups }) => groups);
