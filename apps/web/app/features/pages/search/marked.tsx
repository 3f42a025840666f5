/** Wraps search terms in <mark>; everything stays text, never HTML. */
export function Marked({ text, marks }: { text: string; marks: string[] }) {
  return splitAtMarks(text, marks).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: equal pieces differ by position only
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );
}

/** Splits a text so that every second piece is a match. Longer terms match first. */
export function splitAtMarks(text: string, marks: string[]): string[] {
  const pattern = marks.map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return pattern ? text.split(new RegExp(`(${pattern})`, 'u')) : [text];
}
