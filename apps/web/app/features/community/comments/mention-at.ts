/** The beginning of a name that is being written after an @, and where that @ stands. */
export function mentionAt(text: string, caret: number) {
  const match = /(^|[^\w@.+-])@([^\s@]{0,20})$/u.exec(text.slice(0, caret));
  return match ? { prefix: match[2] ?? '', start: caret - (match[2]?.length ?? 0) - 1 } : undefined;
}
