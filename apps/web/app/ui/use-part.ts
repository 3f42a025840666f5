import { useEffect, useState } from 'react';
import { loadPart } from './load-part.ts';

/** Loads a lazy part of the page by a stable `load`; undefined until it is there. A failure leaves the rest in place. */
export function usePart<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>();
  useEffect(() => loadPart(load, setPart), [load]);
  return part;
}
