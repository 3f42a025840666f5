import { type ComponentType, useState } from 'react';
import { createStore } from '../store.ts';

/** True after a part could not be loaded, until one is: the shell says so. */
export const partMissing = createStore(false);

/** A component to be loaded, and what loads it. A failure leaves the page as it is: asking again tries again. */
export function useOnDemand<Props>(get: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const load = () => {
    if (!Part)
      get().then(
        (part) => {
          partMissing.set(false);
          setPart(() => part);
        },
        (cause) => {
          partMissing.set(true);
          console.warn('后台的一部分没有取到', cause);
        },
      );
  };
  return [Part, load] as const;
}
