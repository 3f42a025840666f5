import type { Feature } from '@mojian/contract/core/features';
import type { Group, Section } from '@mojian/contract/core/settings-fields/field';
import { sections } from '@mojian/contract/core/settings-fields/sections';

/** The sections with the groups in which all the words stand, in a title, a label or a hint. */
export function findGroups(words: string, has: (feature: Feature | undefined) => boolean): Section[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return sections
    .map(({ title, groups }) => ({
      title,
      groups: groups.filter((group) => has(group.feature) && holds(group, wanted)),
    }))
    .filter(({ groups }) => groups.length > 0);
}

function holds({ title, about = '', fields }: Group, wanted: string[]) {
  const text = [title, about, ...fields.flatMap(({ label, hint = '' }) => [label, hint])].join(' ').toLowerCase();
  return wanted.every((word) => text.includes(word));
}
