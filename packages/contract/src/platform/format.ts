/** Quotes a CSV cell; text that a spreadsheet would read as a formula is escaped. */
export function csvCell(value: string | number) {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

/** The first `most` characters of a text, with … where there are more. */
export function shortened(text: string, most: number) {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}

/** As `shortened`, on one line. */
export function shortLine(text: string, most: number) {
  return shortened(text.replaceAll(/\s+/g, ' ').trim(), most);
}
