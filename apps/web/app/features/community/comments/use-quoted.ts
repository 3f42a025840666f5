import { useEffect, useRef } from 'react';
import { quoted } from './quote.ts';

/** Calls back once a passage was put into the form at this place. */
export function useQuoted(place: string, act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    // after the form has shown it
    const onQuoted = ({ detail }: Event & { detail?: string }) =>
      detail === place && requestAnimationFrame(() => latest.current());
    addEventListener(quoted, onQuoted);
    return () => removeEventListener(quoted, onQuoted);
  }, [place]);
}
