import type { Value } from '@mojian/contract/core/settings-fields/field';

export type PreviewProps = {
  value: Value;
  /** Of another group, as it is typed by now. */
  currentOf: (name: string) => Value;
};

/** What is typed in a field of a group, '' where nothing is. */
export function textOf(value: Value, field: string) {
  const text = value[field];
  return typeof text === 'string' ? text : '';
}
