import { useState } from 'react';
import { useLook } from './use-look.ts';

/** What a screen was opened with, kept as it is by now. `what` names it. */
export function useFresh<Data>(loaded: Data, load: () => Promise<Data>, what: string) {
  const [fresh, setFresh] = useState({ loaded, now: loaded });
  useLook(async (isOld) => {
    const now = await load();
    if (!isOld()) setFresh({ loaded, now });
  }, what);
  return fresh.loaded === loaded ? fresh.now : loaded;
}
