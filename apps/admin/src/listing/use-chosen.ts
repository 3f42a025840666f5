import { useState } from 'react';

/** The rows that are chosen. Another page or filter begins anew: nobody does something to what they do not see. */
export function useChosen(query: object) {
  const [chosen, setChosen] = useState<number[]>([]);
  const asked = JSON.stringify(query);
  const [before, setBefore] = useState(asked);
  if (asked !== before) {
    setBefore(asked);
    setChosen([]);
  }
  return [chosen, setChosen] as const;
}
