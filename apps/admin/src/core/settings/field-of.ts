import type { Group, Value } from '@mojian/contract/core/settings-fields/field';

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
