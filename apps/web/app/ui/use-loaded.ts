import { useEffect, useState } from 'react';

/** What was loaded last, by name: who comes back sees it at once, while it is loaded anew. */
const kept = new Map<string, unknown>();

type Shown<Data> = { name: string; data: Data | undefined; failed: boolean };

/**
 * Loads in the browser what no page from the server carries. `name` says what is loaded, and whose: another name loads
 * anew. `change` puts something newer in its place, `again` asks once more.
 */
export function useLoaded<Data>(name: string, load: () => Promise<Data>) {
  const [last, setLast] = useState<Shown<Data>>();
  const [attempt, setAttempt] = useState(0);
  const shown = last?.name === name ? last : { name, data: kept.get(name) as Data | undefined, failed: false };
  const change = (data: Data) => {
    kept.set(name, data);
    setLast({ name, data, failed: false });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for all that `load` depends on
  useEffect(() => {
    let isGone = false;
    load().then(
      (data) => !isGone && change(data),
      () => !isGone && setLast({ name, data: kept.get(name) as Data | undefined, failed: true }),
    );
    return () => {
      isGone = true;
    };
  }, [name, attempt]);
  return { data: shown.data, failed: shown.failed, change, again: () => setAttempt(attempt + 1) };
}
