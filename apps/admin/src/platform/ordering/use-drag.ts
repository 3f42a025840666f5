import { type RefObject, useEffect, useEffectEvent } from 'react';
import { drag } from './drag.ts';
import type { Place } from './place.ts';
import './drag.css';

type Options = { isFixed: boolean; onDrop: (id: number, place: Place) => void };

/**
 * Lets the rows of a list (`data-drag-id`) be dragged to other places, also into other groups of it (`data-drag-group`):
 * by their handle, and with a mouse by whatever of them is no button.
 */
export function useDrag(list: RefObject<HTMLElement | null>, { isFixed, onDrop }: Options) {
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const element = list.current;
    if (!element || isFixed) return;
    const take = (event: PointerEvent) => {
      const row = rowTaken(event);
      if (row) drag(element, row, event, (place) => drop(Number(row.dataset.dragId), place));
    };
    element.addEventListener('pointerdown', take);
    return () => element.removeEventListener('pointerdown', take);
  }, [list, isFixed]);
}

function rowTaken({ target, pointerType, button, isPrimary }: PointerEvent) {
  if (!(target instanceof Element) || button !== 0 || !isPrimary) return null;
  const isHeld = target.closest('.drag-handle') || (pointerType === 'mouse' && !target.closest(ownUse));
  return isHeld ? target.closest<HTMLElement>('[data-drag-id]') : null;
}

const ownUse = 'button, a, input, textarea, .ant-switch, .ant-input-affix-wrapper';
