import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Encoding, Page } from './page-cache.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The smallest encoding that an Accept-Encoding header takes. */
export function chooseEncoding(accepted: string | string[] = ''): Encoding {
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Compresses what a render has just made, beside the main thread. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  return encoding === 'br' ? toBrotli(body, brotliLevel) : toGzip(body);
}

/** The page's body in an encoding. One that was not asked for before is made now, once. */
export function bodyOf({ bodies }: Page, encoding: Encoding): Buffer {
  bodies[encoding] ??= encoding === 'br' ? brotliCompressSync(bodies.identity, brotliLevel) : gzipSync(bodies.identity);
  return bodies[encoding];
}
