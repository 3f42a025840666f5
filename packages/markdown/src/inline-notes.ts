/** UTF-16 units of a note within the text. */
const longestNote = 1000;

/** Reads the content of a note `^[…]` at a position within one paragraph. Takes time linear in the text up to its end. */
export function readInlineNote(text: string, from: number, max = text.length): string | undefined {
  if (!text.startsWith('^[', from)) return undefined;
  const content = bracketed(text.slice(from + 2, Math.min(max, from + 2 + longestNote)));
  return content?.trim() ? content : undefined;
}

/** Text up to the bracket that closes one opened before it; none with another note in it, so that rows of them are linear. */
function bracketed(text: string): string | undefined {
  let depth = 1;
  for (const { 0: sign, index } of text.matchAll(/\\.|\^\[|[[\]]/gs)) {
    if (sign === '^[') return undefined;
    if (sign === '[') depth++;
    if (sign === ']' && --depth === 0) return text.slice(0, index);
  }
  return undefined;
}
