import { mostPictures } from '@mojian/contract/rules';
import type { Say } from '@mojian/contract/says';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { whyNotSent } from '../../pictures/why-not-sent.ts';
import type { Upload } from './new-say-parts.ts';
import { withPicture } from './wall.ts';

/** A picture on its way. `share`: how much of it was sent, from 0 to 1; `wrong`: why it did not arrive. */
export type Coming = { number: number; file: File; preview: string; share: number; wrong: string | undefined };

type Pictures = Say['pictures'];
type Given = { kept: Pictures; change: (change: (before: Pictures) => Pictures) => void; upload: Upload };

/** Pictures of a say being written, uploaded one after the other as they are chosen, pasted or dropped. */
export function useWall({ kept, change, upload }: Given) {
  const [coming, setComing] = useState<Coming[]>([]);
  const [leaving] = useState(() => ({
    number: 0,
    queue: Promise.resolve(),
    stops: new Map<number, AbortController>(),
  }));
  const shown = useRef(coming);
  shown.current = coming;
  useEffect(
    () => () => {
      for (const stop of leaving.stops.values()) stop.abort();
      for (const { preview } of shown.current) URL.revokeObjectURL(preview);
    },
    [leaving],
  );

  const mark = (number: number, part: Partial<Coming>) =>
    setComing((all) => all.map((one) => (one.number === number ? { ...one, ...part } : one)));
  const forget = (number: number) => {
    const gone = shown.current.find((one) => one.number === number);
    if (gone) URL.revokeObjectURL(gone.preview);
    setComing((all) => all.filter((one) => one.number !== number));
  };
  const send = async ({ number, file }: Pick<Coming, 'number' | 'file'>) => {
    const signal = leaving.stops.get(number)?.signal;
    if (!signal || signal.aborted) return;
    try {
      const picture = await upload(file, { signal, onProgress: (share) => mark(number, { share }) });
      forget(number);
      change((before) => withPicture(before, picture));
    } catch (cause) {
      if (!signal.aborted) mark(number, { wrong: whyNotSent(cause) });
    }
  };
  const queue = (one: Pick<Coming, 'number' | 'file'>) => {
    leaving.stops.set(one.number, new AbortController());
    leaving.queue = leaving.queue.then(() => send(one));
  };
  return {
    coming,
    add: (files: Iterable<File>) => {
      const chosen = [...files].filter(({ type }) => type.startsWith('image/'));
      const taken = chosen.slice(0, Math.max(0, mostPictures - kept.length - shown.current.length));
      if (chosen.length > taken.length) toast('warning', `最多 ${mostPictures} 张图片`);
      const added = taken.map((file): Coming => {
        leaving.number += 1;
        return { number: leaving.number, file, preview: URL.createObjectURL(file), share: 0, wrong: undefined };
      });
      setComing((all) => [...all, ...added]);
      for (const one of added) queue(one);
    },
    retry: (one: Coming) => {
      mark(one.number, { wrong: undefined, share: 0 });
      queue(one);
    },
    stop: ({ number }: Coming) => {
      leaving.stops.get(number)?.abort();
      forget(number);
    },
  };
}
