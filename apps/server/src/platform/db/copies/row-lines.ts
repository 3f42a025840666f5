/** What a column holds, the same on both databases. */
export type Value = string | number | null | Uint8Array;
export type Row = Value[];

/** A row as a line of JSON, bytes as base64: the same text whichever database it came from. */
export function toLine(row: Row): string {
  return `${JSON.stringify(row.map((value) => (value instanceof Uint8Array ? packed(value) : value)))}\n`;
}

/** The row of a line, or nothing when the line is none of so many columns. */
export function fromLine(line: string, columns: number): Row | undefined {
  const row = parsed(line);
  if (!Array.isArray(row) || row.length !== columns) return undefined;
  const values = row.map(unpacked);
  return values.includes(undefined) ? undefined : (values as Row);
}

function packed(bytes: Uint8Array) {
  return { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') };
}

function unpacked(value: unknown): Value | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object' || !('base64' in value) || typeof value.base64 !== 'string') return undefined;
  return Buffer.from(value.base64, 'base64');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
