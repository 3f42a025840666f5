import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Closes on Escape, a press outside, or when the focus leaves. */
export function useClosing(place: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void) {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    const beside = ({ target }: Event) => !place.current?.contains(target as Node) && onClose();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      onClose();
      place.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', beside, { signal: ending.signal });
    document.addEventListener('focusin', beside, { signal: ending.signal });
    document.addEventListener('keydown', onKey, { signal: ending.signal });
    return () => ending.abort();
  }, [isOpen, place]);
}
