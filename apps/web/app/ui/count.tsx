import { Icon } from '@mojian/ui/icon';
import { figures } from './figures.ts';

type Props = {
  icon: string;
  words: string;
  value: number;
  /** Name by which a script updates the number. */
  counter?: string;
};

/** A number beside its icon, hidden while zero; `words` label it for screen readers and the tooltip. */
export function Count({ icon, words, value, counter }: Props) {
  return (
    <span title={words} hidden={!value}>
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
      {counter ? <span data-count={counter}>{figures(value)}</span> : figures(value)}
    </span>
  );
}
