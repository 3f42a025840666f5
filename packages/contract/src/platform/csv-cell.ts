/** One cell of a CSV file: quoted; and what a spreadsheet would take for a formula is marked as text. */
export function csvCell(value: string | number) {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}
