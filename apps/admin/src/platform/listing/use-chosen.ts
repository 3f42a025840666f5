import { useState } from 'react';

/**
 * The rows that are chosen. Another page or filter begins anew, and what is listed no longer is not chosen either: nobody
 * does something to what they do not see.
 */
export function useChosen(query: object, records: { id: number }[] = []) {
  const [chosen, setChosen] = useState<number[]>([]);
  const asked = JSON.stringify(query);
  const [before, setBefore] = useState(asked);
  if (asked !== before) {
    setBefore(asked);
    setChosen([]);
  }
  const listed = chosen.filter((id) => records.some((row) => row.id === id));
  return [listed, setChosen] as const;
}
