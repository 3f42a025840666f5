import { useEffect, useState } from 'react';
import { loadPart } from './load-part.ts';

/** Loads a lazy part of the page by a stable `load`; undefined until it is there. A failure leaves the rest in place. */
export function usePart<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>();
  useEffect(() => loadPart(load, setPart), [load]);
  return part;
}

/** Last results by name: coming back shows them at once while they reload. */
const cache = new Map<string, unknown>();

type Shown<Data> = { name: string; data: Data | undefined; failed: boolean };

/**
 * Loads data in the browser. Another `name` (what is loaded, and for whom) loads again; `change` replaces the data,
 * `again` reloads.
 */
export function useLoaded<Data>(name: string, load: () => Promise<Data>) {
  const [last, setLast] = useState<Shown<Data>>();
  const [attempt, setAttempt] = useState(0);
  const shown = last?.name === name ? last : { name, data: cache.get(name) as Data | undefined, failed: false };
  const change = (data: Data) => {
    cache.set(name, data);
    setLast({ name, data, failed: false });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` changes whenever something `load` depends on does
  useEffect(() => {
    let isGone = false;
    load().then(
      (data) => !isGone && change(data),
      () => !isGone && setLast({ name, data: cache.get(name) as Data | undefined, failed: true }),
    );
    return () => {
      isGone = true;
    };
  }, [name, attempt]);
  return { data: shown.data, failed: shown.failed, change, again: () => setAttempt(attempt + 1) };
}

/** The value after it has been there for `wait` milliseconds, so that short states do not flash. */
export function useLate<Value>(value: Value | undefined, wait = 150): Value | undefined {
  const [shown, setShown] = useState<Value>();
  const isThere = value !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the delay only when the value appears or disappears
  useEffect(() => {
    if (!isThere) return setShown(undefined);
    const timer = setTimeout(() => setShown(value), wait);
    return () => clearTimeout(timer);
  }, [isThere]);
  return isThere ? shown : undefined;
}
