import type { Field, Group } from '@mojian/contract/core/settings-fields/field';
import { allGroups, type DeclaredGroup } from '@mojian/contract/core/settings-fields/sections';
import { z } from 'zod';
import { contactShapes, shapeOf, type ValueOf } from './field-shapes.ts';

type FieldAt<F extends Field, Path> = F extends unknown ? (Path extends F['path'] ? F : never) : never;
type ByPath<F extends Field> = { [Path in F['path']]: ValueOf<FieldAt<F, Path>> };

/** Makes `{ github: { id, secret } }` of the paths `github.id` and `github.secret`. */
type Nested<Values> = {
  [Path in keyof Values as Path extends `${infer Part}.${string}` ? Part : Path]: Path extends `${infer Part}.${string}`
    ? { [Below in keyof Values as Below extends `${Part}.${infer Name}` ? Name : never]: Values[Below] }
    : Values[Path];
};

type Contacts = { [Name in keyof typeof contactShapes]: z.output<(typeof contactShapes)[Name]> };
type ValuesOf<F extends Field> = F['kind'] extends 'contacts' ? Contacts : Nested<ByPath<F>>;

/** Values of all groups, as the fields of the contract declare them. */
type Values = {
  [G in DeclaredGroup as G extends { fields: readonly [] } ? never : G['name']]: ValuesOf<G['fields'][number]>;
};

/** A group as it is saved: any field may be left out, also of a part. */
type Partly<Value> = { [Name in keyof Value]?: Value[Name] extends unknown[] ? Value[Name] : Partial<Value[Name]> };

type Rule<Value> = { holds: (value: Value) => boolean; refusal: string; field: keyof Value };

/** Rules between the fields of a group. */
const rules: { [Name in keyof Values]?: Rule<Values[Name]> } = {
  mail: {
    holds: ({ host, from, user }) => host === '' || /^[^\s<>"@]+@[^\s<>"@]+$/.test(from || user),
    refusal: '须填发件邮箱，或者用户名就是邮箱',
    field: 'from',
  },
  system: {
    holds: ({ updates, updatesUrl }) => !updates || updatesUrl !== '',
    refusal: '请填写检查更新的地址',
    field: 'updatesUrl',
  },
};

/** Shapes of all groups. Every field has a default, so a group gains fields without a migration. */
export const groups = Object.fromEntries(
  allGroups.filter(({ fields }) => fields.length > 0).map((group) => [group.name, shapeOfGroup(group)]),
) as { [Name in keyof Values]: z.ZodType<Values[Name], Partly<Values[Name]>> };

function shapeOfGroup({ name, fields }: Group): z.ZodType {
  const values: Record<string, z.ZodType> = {};
  const nested: Record<string, Record<string, z.ZodType>> = {};
  for (const field of fields) {
    const [first = '', below] = field.path.split('.');
    if (field.kind === 'contacts') Object.assign(values, contactShapes);
    else if (below === undefined) values[first] = shapeOf(field);
    else nested[first] = { ...nested[first], [below]: shapeOf(field) };
  }
  for (const [first, shape] of Object.entries(nested)) values[first] = z.object(shape).prefault({});
  const rule = rules[name as keyof Values];
  const shape = z.object(values);
  if (!rule) return shape;
  return shape.refine((value) => rule.holds(value as never), { error: rule.refusal, path: [rule.field] });
}
