import type { StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';

/**
 * SQLite stores the long texts of `articles.html` deflated, as BLOBs: content/articles/compress-html.ts. Every connection
 * reads them as text, so that only what compares them within SQL has to know. PostgreSQL compresses by itself.
 */
export const compress: (text: string) => Promise<Uint8Array> = promisify(deflateRaw);

/** Positions of the columns of a result that may be compressed: `articles.html`, or an expression made of it. */
export function compressible(columns: ReturnType<StatementSync['columns']>): { name: string; at: number }[] {
  return columns.flatMap(({ table, column, name }, at) =>
    column === null || (column === 'html' && table === 'articles') ? [{ name, at }] : [],
  );
}

/** The text of a value from such a column; any other value as it is. */
export function decompressed<Value>(value: Value): Value | string {
  return value instanceof Uint8Array ? inflateRawSync(value).toString() : value;
}
