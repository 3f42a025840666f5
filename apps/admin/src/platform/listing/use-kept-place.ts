import { type RefObject, useEffect, useRef } from 'react';

export const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row-key]')];

/** After something was done to a row, the focus stands where it stood, on what came there. `page`: what is listed. */
export function useKeptPlace(section: RefObject<HTMLElement | null>, page: unknown) {
  const place = useRef(-1);

  useEffect(() => {
    const list = section.current;
    const note = ({ target }: FocusEvent) => {
      // what asks to catch up goes when it is pressed: the place is that from before
      if (list && !(target as Element).closest('.later'))
        place.current = rowsIn(list).findIndex((row) => row.contains(target as Node));
    };
    list?.addEventListener('focusin', note);
    return () => list?.removeEventListener('focusin', note);
  }, [section]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows stand there now
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.closest('.ant-popover');
    if (!isLost || place.current < 0 || !section.current) return;
    rowsIn(section.current)
      .slice(0, place.current + 1)
      .at(-1)
      ?.focus({ preventScroll: true });
  }, [page, section]);
}
