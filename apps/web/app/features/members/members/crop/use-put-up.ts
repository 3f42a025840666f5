import { useEffect, useRef, useState } from 'react';
import { useSending } from '../../../../ui/use-sending.ts';
import type { UploadPicture } from '../../../core/uploads/upload.ts';

type UploadPictureOptions = {
  upload: UploadPicture;
  /** Saves this address, or '' for the generated picture. */
  save: (url: string) => Promise<unknown>;
};

/** Uploads a picture and saves it. `share` is the progress, 0 to 1; unmounting aborts. */
export function usePutUp({ upload, save }: UploadPictureOptions) {
  const [share, setShare] = useState<number>();
  const sending = useSending();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { current } = leaving;
    return () => current.abort();
  }, []);

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
