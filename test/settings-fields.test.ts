import type { Field, Value } from '@mojian/contract/core/settings-fields/field';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import { expect, test } from 'vitest';
import { valueAt, withValueAt } from '../apps/admin/src/core/settings/fields.ts';
import { groups } from '../apps/server/src/core/settings/groups.ts';

type Name = keyof typeof groups;

const usualOf = (name: string): Value => groups[name as Name].parse({});

/** The fields the server has, as `github.id`. */
function pathsOf(value: Value, above = ''): string[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const path = above + name;
    const isPart = typeof part === 'object' && part !== null && !Array.isArray(part);
    return isPart ? pathsOf(part as Value, `${path}.`) : [path];
  });
}

/** Fields the screen can fill in: the contacts are one control over all fields of their group. */
const shownIn = ({ fields, name }: (typeof allGroups)[number]) =>
  fields.some(({ kind }) => kind === 'contacts') ? pathsOf(usualOf(name)) : fields.map(({ path }) => path);

test('the screen has every field the server has, and no other', () => {
  const shown = allGroups.flatMap((group) => shownIn(group).map((path) => `${group.name}.${path}`));
  const stored = Object.keys(groups).flatMap((name) => pathsOf(usualOf(name)).map((path) => `${name}.${path}`));
  expect(shown.sort()).toEqual(stored.sort());
});

const takes = (name: string, { path }: Field, value: unknown) =>
  groups[name as Name].safeParse(withValueAt(usualOf(name), path, value)).success;

/** Values at the bounds of a control, and just beyond them. */
function bounds(field: Field): { taken: unknown[]; refused: unknown[] } {
  if (field.kind === 'number') return { taken: [field.least, field.most], refused: [field.least - 1, field.most + 1] };
  if (field.kind === 'choice') return { taken: Object.keys(field.options), refused: ['other'] };
  if (field.kind === 'checks') return { taken: [field.options.map(({ value }) => value)], refused: [['other']] };
  const most = 'most' in field ? field.most : undefined;
  return most ? { taken: ['字'.repeat(most)], refused: ['字'.repeat(most + 1)] } : { taken: [], refused: [] };
}

test('what the screen says may be filled in is what the server takes, to the last sign', () => {
  const all = allGroups.flatMap(({ name, fields }) => fields.map((field) => ({ name, field })));
  // two fields that depend on each other and are no free text
  const isMailbox = (name: string, { path }: Field) => name === 'mail' && (path === 'from' || path === 'host');
  for (const { name, field } of all.filter(({ name, field }) => !isMailbox(name, field))) {
    const place = `${name}.${field.path}`;
    const { taken, refused } = bounds(field);
    expect(
      taken.map((value) => takes(name, field, value)),
      place,
    ).toEqual(taken.map(() => true));
    expect(
      refused.map((value) => takes(name, field, value)),
      place,
    ).toEqual(refused.map(() => false));
  }
});

test('a field shows what the server has for it', () => {
  const kinds: Record<string, string> = {
    switch: 'boolean',
    number: 'number',
    moment: 'number',
    words: 'object',
    menu: 'object',
    sections: 'object',
    checks: 'object',
    contacts: 'object',
  };
  for (const { name, fields } of allGroups)
    for (const { path, kind } of fields)
      expect(typeof valueAt(usualOf(name), path), `${name}.${path}`).toBe(kinds[kind] ?? 'string');
});
