import type { Say } from '@mojian/contract/community/says';
import { Icon } from '@mojian/ui/icon';
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { KeptPhoto } from '../../../../ui/kept-photo.tsx';

type Props = {
  picture: Say['pictures'][number];
  index: number;
  count: number;
  /** Whether it went there. */
  move: (from: number, to: number) => boolean;
  remove: () => void;
};

/** A picture on the wall. The pointer drags it to another place; its arrows do the same for keys and fingers. */
export function KeptPicture({ picture: { url, width, height }, index, count, move, remove }: Props) {
  const item = useRef<HTMLLIElement>(null);
  const { isDragged, onPointerDown } = useDrag(item, index, move);
  const name = `第 ${index + 1} 张`;
  const step = (by: -1 | 1) => {
    if (move(index, index + by)) item.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <li ref={item} className={isDragged ? 'drag' : undefined} data-place={index} onPointerDown={onPointerDown}>
      <KeptPhoto url={url} width={width} height={height} alt={`${name}图`} draggable={false} />
      <span className="no9" aria-hidden="true">
        {index + 1}
      </span>
      <button type="button" className="ib rm" aria-label={`移除${name}`} onClick={remove}>
        <Icon name="x" />
      </button>
      {count > 1 && (
        <span className="steps9">
          <button
            type="button"
            className="ib"
            aria-label={`${name}往前`}
            aria-disabled={index === 0}
            onClick={() => step(-1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className="ib"
            aria-label={`${name}往后`}
            aria-disabled={index === count - 1}
            onClick={() => step(1)}
          >
            <Icon name="right" />
          </button>
        </span>
      )}
    </li>
  );
}

/** Pixels the pointer goes before it drags. */
const slack = 6;

/** Drags by mouse and pen: a finger scrolls. The picture takes every place it comes over. */
function useDrag(item: React.RefObject<HTMLLIElement | null>, index: number, move: Props['move']) {
  const [isDragged, setDragged] = useState(false);
  const latest = useRef({ index, move });
  latest.current = { index, move };
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  const onPointerDown = (down: ReactPointerEvent) => {
    const isButton = (down.target as Element).closest('button');
    if (down.pointerType === 'touch' || down.button !== 0 || isButton) return;
    down.preventDefault();
    const stop = new AbortController();
    ending.current = stop;
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - down.clientX, clientY - down.clientY) < slack) return;
      setDragged(true);
      const over = placeAt(item.current?.parentElement, clientX, clientY);
      if (over !== undefined) latest.current.move(latest.current.index, over);
    };
    const end = () => {
      stop.abort();
      setDragged(false);
    };
    // on the document: the picture itself is taken out and put back while it is dragged
    document.addEventListener('pointermove', onMove, { signal: stop.signal });
    document.addEventListener('pointerup', end, { signal: stop.signal });
    document.addEventListener('pointercancel', end, { signal: stop.signal });
  };
  return { isDragged, onPointerDown };
}

function placeAt(list: Element | null | undefined, x: number, y: number) {
  for (const place of list?.querySelectorAll<HTMLElement>('[data-place]') ?? []) {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    if (x >= left && x < right && y >= top && y < bottom) return Number(place.dataset.place);
  }
  return undefined;
}
