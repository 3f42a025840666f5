import { Icon } from '@mojian/ui/icon';

type Props = {
  icon: string;
  words: string;
  value: number;
  /** Name by which a script updates the number. */
  counter?: string;
};

/** A number beside its icon; `words` label it for screen readers and the tooltip. */
export function Count({ icon, words, value, counter }: Props) {
  return (
    <span title={words}>
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
      {counter ? <span data-count={counter}>{figures(value)}</span> : figures(value)}
    </span>
  );
}

/** 1,284,306 */
export function figures(value: number) {
  return value.toLocaleString('zh-CN');
}
