import { useSyncExternalStore } from 'react';

/** Holds one value outside React; components that `use` it are drawn again when it is set. */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const set = (next: Value) => {
    value = next;
    for (const listener of listeners) listener();
  };
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}
