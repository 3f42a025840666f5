/** A text with what was searched for marked, as text and never as HTML. */
export function Marked({ text, marks }: { text: string; marks: string[] }) {
  return splitAtMarks(text, marks).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );
}

/** Cuts a text at what is to be marked in it, so that every second piece is a mark. The longest marks come first. */
export function splitAtMarks(text: string, marks: string[]): string[] {
  const pattern = marks.map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return pattern ? text.split(new RegExp(`(${pattern})`, 'u')) : [text];
}
