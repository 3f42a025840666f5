import { type RefObject, useEffect } from 'react';
import type { Lens } from './lens.ts';

/** Plus and minus zoom, 0 shows the whole; `more` by the name of the key. */
export function useLensKeys(lens: RefObject<Lens | null>, more: Record<string, () => void>) {
  useEffect(() => {
    const acts: Record<string, () => void> = {
      '+': () => lens.current?.zoom(1.5),
      '=': () => lens.current?.zoom(1.5),
      '-': () => lens.current?.zoom(1 / 1.5),
      '0': () => lens.current?.reset(),
      ...more,
    };
    const onKey = ({ key }: KeyboardEvent) => acts[key]?.();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
