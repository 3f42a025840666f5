import type { Upload } from '@mojian/contract/core/uploads';
import { mostPictures } from '@mojian/contract/platform/rules';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { mayArriveYet, whyNotSent } from './why-not-sent.ts';

/**
 * A picture on its way. `share`: how much of it was sent, from 0 to 1; `wrong`: why it did not arrive; `mayRetry`: whether
 * the same picture may arrive at another try.
 */
export type Coming = {
  number: number;
  file: File;
  preview: string;
  share: number;
  wrong: string | undefined;
  mayRetry: boolean;
};

export type UploadedPicture = { url: string; width: number; height: number };

export type UploadPicture = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<Upload>;

type Given = {
  saved: UploadedPicture[];
  change: (change: (before: UploadedPicture[]) => UploadedPicture[]) => void;
  upload: UploadPicture;
};

/** Pictures of a say or comment being written, uploaded one after the other as they are chosen, pasted or dropped. */
export function useUploads({ saved: kept, change, upload }: Given) {
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
      if (!signal.aborted) mark(number, { wrong: whyNotSent(cause), mayRetry: mayArriveYet(cause) });
    }
  };
  const queue = (one: Pick<Coming, 'number' | 'file'>) => {
    leaving.stops.set(one.number, new AbortController());
    leaving.queue = leaving.queue.then(() => send(one));
  };
  return {
    coming,
    add: (files: Iterable<File>) => {
      const taken = pick(files, Math.max(0, mostPictures - kept.length - shown.current.length));
      const added = taken.map((file): Coming => {
        leaving.number += 1;
        const preview = URL.createObjectURL(file);
        return { number: leaving.number, file, preview, share: 0, wrong: undefined, mayRetry: true };
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

/** As many pictures as there is room for; what stays out is said. */
function pick(files: Iterable<File>, room: number) {
  const all = [...files];
  const pictures = all.filter(({ type }) => type.startsWith('image/'));
  const other = all.find(({ type }) => !type.startsWith('image/'));
  if (other) toast('warning', `“${other.name}”不是图片，没有添加`);
  if (pictures.length > room) toast('warning', `最多 ${mostPictures} 张图片`);
  return pictures.slice(0, room);
}

/** One more, unless it is there: the same bytes have the same address. */
export function withPicture(before: UploadedPicture[], { url, width, height }: UploadedPicture): UploadedPicture[] {
  return before.some((picture) => picture.url === url) ? before : [...before, { url, width, height }];
}
