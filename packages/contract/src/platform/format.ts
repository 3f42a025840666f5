const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Formats bytes: 「3.4 MB」. */
export function readableSize(bytes: number) {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[step]}`;
}

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
