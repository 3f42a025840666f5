import type { Upload } from '@mojian/contract/core/uploads';
import { useEffect, useRef, useState } from 'react';
import { useSending } from '../../../../ui/use-sending.ts';

export type UploadPicture = (
  file: Blob,
  options?: { onProgress?: (share: number) => void; signal?: AbortSignal },
) => Promise<Upload>;

type Given = {
  upload: UploadPicture;
  /** Puts the picture of this address up, or the drawn one for ''. */
  save: (url: string) => Promise<unknown>;
};

/** Sends a picture and puts it up. `share` is how much has been sent, 0 to 1; leaving stops it. */
export function usePutUp({ upload, save }: Given) {
  const [share, setShare] = useState<number>();
  const sending = useSending();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { current } = leaving;
    return () => current.abort();
  }, []);

  /** @returns whether it went through. */
  const putUp = async (make: () => Promise<Blob>) => {
    const done = await sending.send(async () => {
      const picture = await make();
      setShare(0);
      const { url } = await upload(picture, { onProgress: setShare, signal: leaving.current.signal });
      await save(url);
    });
    setShare(undefined);
    return done;
  };
  return { ...sending, share, putUp, putDrawn: () => sending.send(() => save('')) };
}
