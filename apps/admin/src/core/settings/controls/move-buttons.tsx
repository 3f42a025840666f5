import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { DragHandle } from '../../../platform/ordering/drag-handle.tsx';

type Props = { words: string; place: number; count: number; isLocked: boolean; move: (to: number) => void };

/** Up and down in a list of `count`, and the handle it is dragged by. */
export function MoveButtons({ words, place, count, isLocked, move }: Props) {
  return (
    <span className="moves">
      {!isLocked && place < count && <DragHandle />}
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

/** Where the one from `from` comes to stand when it is put before another: it leaves a gap itself. */
export function placeOf(from: number, before: number) {
  return before > from ? before - 1 : before;
}
