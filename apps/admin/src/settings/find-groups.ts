import type { Group, Section } from '@mojian/contract/admin/settings-fields/field';
import { sections } from '@mojian/contract/admin/settings-fields/sections';

/** The sections with the groups in which all the words stand, in a title, a label or a hint. */
export function findGroups(words: string): Section[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return sections;
  return sections
    .map(({ title, groups }) => ({ title, groups: groups.filter((group) => holds(group, wanted)) }))
    .filter(({ groups }) => groups.length > 0);
}

function holds({ title, about = '', fields }: Group, wanted: string[]) {
  const text = [title, about, ...fields.flatMap(({ label, hint = '' }) => [label, hint])].join(' ').toLowerCase();
  return wanted.every((word) => text.includes(word));
}
