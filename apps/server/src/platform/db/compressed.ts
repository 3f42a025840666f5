import type { StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** First bytes of a compressed text, which begin no other BLOB. */
const signature = Buffer.from('\0html\0');

/**
 * SQLite stores the long texts of `articles.html` deflated, as BLOBs: content/articles/compress-html.ts. Every connection
 * reads them as text, so that only what compares them within SQL has to know. PostgreSQL compresses by itself.
 */
export async function compress(text: string): Promise<Uint8Array> {
  return Buffer.concat([signature, await deflate(text)]);
}

/** Columns of a result that may be compressed: `articles.html`, and expressions, of which SQLite tells no column. */
export function compressible(columns: ReturnType<StatementSync['columns']>): { name: string; at: number }[] {
  return columns.flatMap(({ table, column, name }, at) =>
    column === null || (column === 'html' && table === 'articles') ? [{ name, at }] : [],
  );
}

/** The text of a compressed value; any other value as it is. */
export function decompressed<Value>(value: Value): Value | string {
  if (!(value instanceof Uint8Array) || signature.compare(value.subarray(0, signature.length)) !== 0) return value;
  return inflateRawSync(value.subarray(signature.length)).toString();
}
