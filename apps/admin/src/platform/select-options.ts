/** Options of a select from words by value. */
export function selectOptions(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
