/** Cuts a text at what is to be marked in it, so that every second piece is a mark. The longest marks come first. */
export function splitAtMarks(text: string, marks: string[]): string[] {
  const pattern = marks.map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return pattern ? text.split(new RegExp(`(${pattern})`, 'u')) : [text];
}
