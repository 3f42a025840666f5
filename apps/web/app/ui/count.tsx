import { Icon } from '@mojian/ui/icon';

type Props = {
  icon: string;
  words: string;
  value: number;
  /** Its name, where a script may put a newer number. */
  counter?: string;
};

/** A number beside its drawing; `words` say what is counted to those who hear the page or point at it. */
export function Count({ icon, words, value, counter }: Props) {
  return (
    <span title={words}>
      <Icon name={icon} />
      <span className="vh">{words}</span>
      {counter ? <span data-count={counter}>{figures(value)}</span> : figures(value)}
    </span>
  );
}

/** 1,284,306 */
export function figures(value: number) {
  return value.toLocaleString('zh-CN');
}
