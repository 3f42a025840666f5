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
  const [changed, setChanged] = useState<{ from: Item[]; order: Item[] }>();
  const saving = useRef(false);
  const waiting = useRef<Item[]>(undefined);
  // what came from the server since is newer than what was ordered before
  const order = changed?.from === items ? changed.order : items;

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
    } finally {
      saving.current = false;
      again();
    }
  };
  return {
    order,
    /** Shows an order that may still change, as while something is dragged. */
    show: (wanted: Item[]) => setChanged({ from: items, order: wanted }),
    keep: (wanted: Item[]) => {
      setChanged({ from: items, order: wanted });
      void send(wanted);
    },
  };
}
