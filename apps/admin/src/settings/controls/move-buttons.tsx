import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';

type Props = { words: string; place: number; count: number; isLocked: boolean; move: (to: number) => void };

/** Up and down in a list of `count`: by keyboard and thumb as well as by mouse. */
export function MoveButtons({ words, place, count, isLocked, move }: Props) {
  return (
    <span className="moves">
      <Button
        type="text"
        size="small"
        aria-label={`${words}往前`}
        disabled={isLocked || place === 0 || place >= count}
        icon={<Icon name="up" />}
        onClick={() => move(place - 1)}
      />
      <Button
        type="text"
        size="small"
        aria-label={`${words}往后`}
        disabled={isLocked || place >= count - 1}
        icon={<Icon name="down" />}
        onClick={() => move(place + 1)}
      />
    </span>
  );
}

/** The list with one entry at another place. */
export function moved<Entry>(list: Entry[], from: number, to: number): Entry[] {
  const others = list.filter((_, place) => place !== from);
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)];
}
