import { Icon } from '@mojian/ui/icon';
import { figures } from './figures.ts';

type Props = {
  icon: string;
  words: string;
  value: number;
  /** Name by which a script finds the number. */
  part?: string;
};

/** A number beside its icon, hidden while zero; `words` label it for screen readers and the tooltip. */
export function Count({ icon, words, value, part }: Props) {
  return (
    <span title={words} hidden={!value}>
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
      {part ? <span data-part={part}>{figures(value)}</span> : figures(value)}
    </span>
  );
}
