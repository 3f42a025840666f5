import type { SelfTest } from '@mojian/contract/admin/self-tests';

/** How one field is filled in, and what is said beside it. */
export type Field = {
  /** Within its group, as `github.id`. */
  path: string;
  label: string;
  hint?: string;
} & Kind;

type Option = { value: string | number; label: string };

export type Kind =
  | { kind: 'text' | 'address' | 'secret'; most?: number }
  | { kind: 'long'; most?: number; rows?: number }
  | { kind: 'markdown' }
  | { kind: 'picture'; round?: boolean }
  | { kind: 'switch' }
  | { kind: 'number'; least: number; most: number; unit?: string }
  | { kind: 'choice'; options: Option[] }
  | { kind: 'checks'; options: Option[] }
  | { kind: 'words' }
  | { kind: 'moment' }
  | { kind: 'menu' }
  | { kind: 'colour' }
  | { kind: 'contacts' };

export type Group = {
  /** As the server names it. */
  name: string;
  title: string;
  about?: string;
  fields: Field[];
  /** Tried out with what is saved. */
  tests?: { what: SelfTest; label: string }[];
  /** Addresses below the site's own that are filled in elsewhere. */
  addresses?: { label: string; path: string }[];
};

export type Section = { title: string; groups: Group[] };

export type Value = Record<string, unknown>;

export function valueAt(value: Value, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Value | undefined)?.[name], value);
}

/** A copy in which one field is another. */
export function withValueAt(value: Value, path: string, next: unknown): Value {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...value, [name]: next };
  return { ...value, [name]: withValueAt((value[name] ?? {}) as Value, rest.join('.'), next) };
}

/** The fields of a group in which two values of it differ. */
export function changedFields({ fields }: Group, before: Value, after: Value) {
  const differs = (path: string) => !isSame(valueAt(before, path), valueAt(after, path));
  return fields.filter(({ path, kind }) => (kind === 'contacts' ? !isSame(before, after) : differs(path)));
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other);
}
