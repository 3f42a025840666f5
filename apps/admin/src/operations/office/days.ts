const dayLength = 86_400_000;

/** So many days as YYYY-MM-DD, oldest first, that end with this one. */
export function lastDays(today: string, count: number) {
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * dayLength).toISOString().slice(0, 10),
  );
}
