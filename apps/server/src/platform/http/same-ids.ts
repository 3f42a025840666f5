/** Whether these are exactly those there are, each once, in whatever order: what a wanted order is asked first. */
export function isSameIds(present: number[], wanted: number[]) {
  const known = new Set(present);
  return (
    wanted.length === present.length && new Set(wanted).size === wanted.length && wanted.every((id) => known.has(id))
  );
}
