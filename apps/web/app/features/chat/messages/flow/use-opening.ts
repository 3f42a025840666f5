import { useLayoutEffect, useRef } from 'react';
import type { OpenRoom } from '../chat.ts';
import type { Hold, Keeper } from './keeper.ts';
import { keptPlace } from './kept-places.ts';
import { showRow } from './show-row.ts';

/** Opens at what was sought, where its reader left, at the first new one, or at the end: once, as soon as it is there. */
export function useOpening(
  box: React.RefObject<HTMLElement | null>,
  keeper: React.RefObject<Keeper | null>,
  { stretch, room, unreadFrom, sought }: OpenRoom,
  viewerId: number,
) {
  const isThere = stretch.messages.length > 0;
  const hasOpened = useRef(false);
  const shown = useRef<number>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again for each that is sought
  useLayoutEffect(() => {
    if (!box.current || !keeper.current || !isThere) return;
    const isNew = sought !== null && sought !== shown.current;
    if (isNew && showRow(box.current, keeper.current, sought)) shown.current = sought;
    else if (!hasOpened.current && sought === null)
      openAt(box.current, keeper.current, keptPlace(viewerId, room.id), unreadFrom !== null);
    hasOpened.current = true;
  }, [isThere, sought, stretch.messages]);
}

function openAt(box: HTMLElement, keeper: Keeper, place: Hold | undefined, hasNew: boolean) {
  const left = place && box.querySelector<HTMLElement>(`.chat-row[data-id="${place.id}"]`);
  const line = hasNew ? box.querySelector<HTMLElement>('.chat-new') : null;
  if (left) keeper.pin(left, place.above);
  else if (line && !isInSight(box, line)) keeper.pin(line, box.clientHeight * 0.75);
}

function isInSight(box: HTMLElement, element: HTMLElement) {
  return element.getBoundingClientRect().top >= box.getBoundingClientRect().top;
}
