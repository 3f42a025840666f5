import { figures } from './figures.ts';
import { Icon } from './icon.tsx';

/** A number beside its drawing; `words` say what is counted to those who hear the page or point at it. */
export function Count({ icon, words, value }: { icon: string; words: string; value: number }) {
  return (
    <span title={words}>
      <Icon name={icon} />
      <span className="vh">{words}</span>
      {figures(value)}
    </span>
  );
}
