import { type ComponentType, useState } from 'react';

/** A component to be loaded, and what loads it. A failure leaves the page as it is: asking again tries again. */
export function useOnDemand<Props>(get: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const load = () => {
    if (!Part)
      get().then(
        (part) => setPart(() => part),
        (cause) => console.warn('后台的一部分没有取到', cause),
      );
  };
  return [Part, load] as const;
}
