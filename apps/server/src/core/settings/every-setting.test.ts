import type { Field as DeclaredField } from '@mojian/contract/core/settings-fields/field';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import { maskedSecret } from '@mojian/contract/platform/rules';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { groups } from './groups.ts';
import { forgetSettings, isSettingsGroup, readSettings, type SettingsGroup, secretFields } from './settings.ts';

type Value = Record<string, unknown>;
type Field = { path: string[]; usual: unknown };

const names = Object.keys(groups).filter(isSettingsGroup);
const usualOf = (name: SettingsGroup): Value => groups[name].parse({});

/** Fields of the admin's screen by their place, such as `social.github.id`. */
const declared = new Map<string, DeclaredField>(
  allGroups.flatMap((group) =>
    [...group.fields, ...(group.parts ?? []).flatMap(({ fields }) => fields)].map(
      (field) => [`${group.name}.${field.path}`, field] as const,
    ),
  ),
);

/** Values of which each field but a choice accepts one. A field of a new kind needs a value here. */
const pool: unknown[] = [
  '改过的话',
  'https://other.example/',
  'someone@other.example',
  'other.example',
  '#1f5f8f',
  'abcdefgh12345',
  'a'.repeat(43),
  '/files/ab/other.webp',
  true,
  false,
  3,
  ['改过的词'],
  ['email'],
  [6, 5],
  [{ to: '/about', words: '我', hidden: true }],
  [{ name: 'tags', on: false }],
];

/** Every field of a group, down to those of its parts. */
function fieldsOf(value: Value, above: string[] = []): Field[] {
  return Object.entries(value).flatMap(([name, usual]) => {
    const path = [...above, name];
    const isPart = typeof usual === 'object' && usual !== null && !Array.isArray(usual);
    return isPart ? fieldsOf(usual as Value, path) : [{ path, usual }];
  });
}

function withAt(value: Value, [name = '', ...rest]: string[], next: unknown): Value {
  return { ...value, [name]: rest.length > 0 ? withAt(value[name] as Value, rest, next) : next };
}

const at = (value: unknown, path: string[]) => path.reduce((part, name) => (part as Value)[name], value);

/** A value the group takes in which no field is as it usually is. */
function otherOf(name: SettingsGroup): Value {
  // the last first: a mailbox to send from has to be there before the server is
  return fieldsOf(usualOf(name)).reduceRight((value, { path, usual }) => {
    const takes = (one: unknown) => {
      const { success, data } = groups[name].safeParse(withAt(value, path, one));
      return success && JSON.stringify(at(data, path)) !== JSON.stringify(usual);
    };
    const field = declared.get([name, ...path].join('.'));
    const found = (field?.kind === 'choice' ? Object.keys(field.options) : pool).find(takes);
    if (found === undefined) throw new Error(`no other value for ${name}.${path.join('.')}`);
    return withAt(value, path, found);
  }, usualOf(name));
}

const shown = (value: Value) =>
  fieldsOf(value)
    .filter(({ path }) => secretFields.has(path.at(-1) ?? ''))
    .reduce((all, { path }) => withAt(all, path, maskedSecret), value);

const site = freshSite();

const office = () => site.office(site.owner).settings;
const list = async () => new Map((await office().list()).map((group) => [group.name, group]));
const save = async (name: SettingsGroup, value: Value) => {
  const version = (await list()).get(name)?.version ?? '';
  return office().save({ body: { name, value, version } });
};
const stored = () => {
  forgetSettings(site.db);
  return readSettings(site.db);
};

test('every field of every group is saved alone without losing neighbours or secrets', async () => {
  expect([...(await list()).keys()]).toEqual(names);
  for (const name of names) {
    const [before, other] = [await stored(), otherOf(name)];
    const answer = await save(name, other);
    expect(answer.value, name).toEqual(shown(other));
    expect((await list()).get(name), name).toEqual(answer);
    expect(await stored(), name).toEqual({ ...before, [name]: other });

    // sends back the value as shown, and an empty one as an older screen would
    for (const value of [answer.value, {}]) {
      await save(name, value);
      expect(await stored(), name).toEqual({ ...before, [name]: other });
    }
  }
  // all of them at once are what was saved one by one
  expect(await stored()).toEqual(Object.fromEntries(names.map((name) => [name, otherOf(name)])));
});

const everyField = names.flatMap((name) => fieldsOf(usualOf(name)).map((field) => ({ name, ...field })));

test('every field refuses what is of another kind, too long or missing, names itself and changes nothing', async () => {
  const before = await stored();
  const versions = await list();
  for (const { name, path, usual } of everyField) {
    const place = [name, ...path].join('.');
    const wrong = [null, { a: 1 }, typeof usual === 'string' ? 7 : '墨', tooMuch(usual)];
    for (const one of wrong) {
      const value = withAt(usualOf(name), path, one);
      const sent = office().save({ body: { name, value, version: versions.get(name)?.version ?? '' } });
      const refused = await sent.then(
        () => undefined,
        (error) => error,
      );
      const what = `${place} = ${JSON.stringify(one)?.slice(0, 40)}`;
      expect(refused, what).toMatchObject({ id: 'invalid-input', field: expect.stringMatching(`^${place}(\\.|$)`) });
      expect(refused.message, what).toMatch(/[\u4e00-\u9fff]/);
    }
  }
  expect(await stored()).toEqual(before);
}, 60_000);

/** More of the kind than any field takes. */
function tooMuch(usual: unknown) {
  if (typeof usual === 'string') return 'a'.repeat(200_001);
  if (typeof usual === 'number') return 1e15;
  if (Array.isArray(usual)) return Array.from({ length: 10_001 }, (_, n) => `w${n}`);
  return 2;
}

test('every text may be emptied, but for the two names the site cannot go without', async () => {
  const refused: string[] = [];
  for (const { name, path, usual } of everyField) {
    if (typeof usual !== 'string') continue;
    const { success } = groups[name].safeParse(withAt(usualOf(name), path, ''));
    if (!success) refused.push([name, ...path].join('.'));
  }
  const texts = refused.filter((place) => declared.get(place)?.kind !== 'choice');
  expect(texts).toEqual(['identity.name', 'author.name']);
});
