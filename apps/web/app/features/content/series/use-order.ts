import { useRef, useState } from 'react';

/**
 * An order that is saved as it is changed: one save at a time, and of those asked for meanwhile only the last. One that
 * is refused goes back to what the server has.
 */
export function useOrder<Item extends { id: number }>(
  items: Item[],
  save: (ids: number[]) => Promise<unknown>,
  again: () => void,
) {
  const [changed, setChanged] = useState<number[]>();
  const saving = useRef(false);
  const waiting = useRef<Item[]>(undefined);
  const order = changed ? inOrder(items, changed) : items;

  const send = async (wanted: Item[]) => {
    waiting.current = wanted;
    if (saving.current) return;
    saving.current = true;
    try {
      while (waiting.current) {
        const next: Item[] = waiting.current;
        waiting.current = undefined;
        await save(next.map(({ id }) => id));
      }
    } catch {
      waiting.current = undefined;
      setChanged(undefined);
      again();
    } finally {
      saving.current = false;
    }
  };
  return {
    order,
    /** Shows an order that may still change, as while something is dragged. */
    show: (wanted: Item[]) => setChanged(wanted.map(({ id }) => id)),
    keep: (wanted: Item[]) => {
      setChanged(wanted.map(({ id }) => id));
      void send(wanted);
    },
  };
}

/** What joined or left meanwhile leaves the order to the server. */
function inOrder<Item extends { id: number }>(items: Item[], ids: number[]) {
  const known = new Map(items.map((item) => [item.id, item]));
  const ordered = ids.flatMap((id) => known.get(id) ?? []);
  return ordered.length === items.length ? ordered : items;
}
