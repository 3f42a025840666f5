import type { Field, Group, Value } from '@mojian/contract/core/settings-fields/field';
import type { Facts } from './beside.tsx';
import type { Refused } from './use-settings.ts';

export type CardProps = {
  group: Group;
  value: Value;
  changed: Field[];
  refused: Refused | undefined;
  isLocked: boolean;
  /** Somebody looks for a setting: nothing is folded away. */
  isOpen?: boolean;
  facts: Facts;
  onChange: (value: Value) => void;
  catchUp: (keep: boolean) => void;
  /** Of other groups, for what is seen together with them. */
  currentOf: (name: string) => Value;
};

/** Groups whose preview shows others as well. */
const seenWith: Record<string, string[]> = { footer: ['identity', 'author'], menu: ['identity'], look: ['identity'] };

/** Whether a card looks the same as before. Its acts may be older: what they act on is what it shows. */
export function isSameCard(before: CardProps, after: CardProps) {
  const told = ['group', 'value', 'refused', 'isLocked', 'isOpen', 'facts'] as const;
  const others = seenWith[after.group.name] ?? [];
  return (
    told.every((name) => before[name] === after[name]) &&
    before.changed.map(({ path }) => path).join() === after.changed.map(({ path }) => path).join() &&
    others.every((name) => before.currentOf(name) === after.currentOf(name))
  );
}
