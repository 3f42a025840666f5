import { useEffect, useState } from 'react';
import type { Passage } from './compare-texts.ts';

type Compared = { before: string; passages: Passage[] | 'failed' };

/** What became of a text, worked out beside the page: long ones take their time. Undefined until it is there. */
export function useComparison(before: string | undefined, after: string) {
  const [compared, setCompared] = useState<Compared>();
  useEffect(() => {
    if (before === undefined) return;
    const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Passage[]>) => setCompared({ before, passages: data });
    worker.onerror = () => setCompared({ before, passages: 'failed' });
    worker.postMessage({ before, after });
    return () => worker.terminate();
  }, [before, after]);
  return compared !== undefined && compared.before === before ? compared.passages : undefined;
}
