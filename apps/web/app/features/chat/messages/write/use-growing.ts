import { type RefObject, useLayoutEffect } from 'react';

/** Keeps the field as high as its words, as far as its style sheet lets it. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words decide the height
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = '0';
    area.style.height = `${area.scrollHeight}px`;
  }, [text, field]);
}
