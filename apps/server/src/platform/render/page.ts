import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  createGunzip,
  gunzip,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib';
import { replacePassages } from '@mojian/markdown/text';
import { expectReading } from '../http/connections.ts';
import type { CompressedBody, Compression, Page } from './page-cache.ts';
import type { Rendered } from './web-apps.ts';

/** Headers a route may set. */
const passedOn = ['cache-control', 'location', 'referrer-policy', 'x-robots-tag'];

/** `compression`: in which it will be sent first. */
type Making = { tags: Iterable<string>; dev: boolean; compression?: Compression | undefined };

/** Turns a rendered response into a cacheable page. */
export function makePage(rendered: Rendered, { tags, dev, compression = 'br' }: Making): Page {
  const { status, headers } = rendered;
  const mark = headers.get('x-script-mark');
  const scripts: string[] = [];
  const pieces = rendered.pieces.map((piece) => {
    if (typeof piece !== 'string') return piece;
    const own = ownScripts(piece, mark);
    scripts.push(...own.scripts);
    return own.html;
  });
  const text = join(pieces);
  const body = compressQuickly(text, compression);
  const page: Page = {
    status,
    etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
    // a page with its own policy, such as the diagram frame, keeps it
    csp:
      headers.get('content-security-policy') ?? contentSecurityPolicy(scripts, { dev, styles: styleSources(headers) }),
    headers: Object.fromEntries(entriesOf(headers)),
    length: text.length,
    bodies: {},
    tags: [...tags],
    madeAt: performance.now(),
  };
  keepBody(page, compression, body, true);
  return page;
}

/**
 * Memory in which one page after another is put together. A buffer per page outlived several collections of young
 * objects, so that every hundred pages cost a full one.
 */
const scratch = Buffer.allocUnsafeSlow(512 * 1024);

/** Joins the pieces of a page; valid until the next call. */
function join(pieces: (string | Uint8Array)[]) {
  const most = pieces.reduce((sum, piece) => sum + piece.length * (typeof piece === 'string' ? 3 : 1), 0);
  const memory = most > scratch.length ? Buffer.allocUnsafeSlow(most) : scratch;
  let end = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') end += memory.write(piece, end);
    else {
      memory.set(piece, end);
      end += piece.length;
    }
  }
  return memory.subarray(0, end);
}

function entriesOf(headers: Headers) {
  return passedOn.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
}

/** Sends a page, or 304, straight to the socket, bypassing Fastify. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page) {
  const isKnown = page.status === 200 && request.headers['if-none-match']?.includes(page.etag);
  if (isKnown) {
    page.unchanged ??= headersOf(page);
    response.writeHead(304, page.unchanged).end();
    return;
  }
  expectReading(response);
  const compression = chooseCompression(request.headers['accept-encoding']);
  const isHead = request.method === 'HEAD';
  if (!compression) return sendPlain(page, response, isHead);
  const { body, headers } = compressedBody(page, compression);
  response.writeHead(page.status, headers).end(isHead ? undefined : body);
}

/** Names and values in turn, which Node writes as they are. */
function headersOf({ status, csp, etag, headers }: Page) {
  return Object.entries({
    ...safetyHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': csp,
    'cache-control': status === 200 ? 'public, no-cache' : 'no-store',
    vary: 'accept-encoding',
    etag,
    ...headers,
  }).flat();
}

/** The best compression an Accept-Encoding header allows. */
export function chooseCompression(accepted: string | string[] = ''): Compression | undefined {
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : undefined;
}

/** Bytes of a page from which each reader without compression gets it piece by piece. */
const streamedFrom = 128 * 1024;

/** For the few clients that take no compression. */
function sendPlain(page: Page, response: ServerResponse, isHead: boolean) {
  response.writeHead(page.status, [...headersOf(page), 'content-length', String(page.length)]);
  if (isHead || page.length < streamedFrom) return void response.end(isHead ? undefined : decompress(page));
  // gzip: a decoder of brotli takes megabytes for each reader
  pipeline(Readable.from([compressedBody(page, 'gzip').body]), createGunzip(), response, () => {});
}

/** Whether a page is being compressed well: many at once would take the threads that writes and files wait for. */
let isCompressing = false;

/**
 * Body in a compression with its headers. Compressed quickly at first, since most pages that fall out of the cache
 * were read once, and well, in another thread, when it is sent again while no other page is compressed.
 */
function compressedBody(page: Page, compression: Compression): CompressedBody {
  const known =
    page.bodies[compression] ?? keepBody(page, compression, compressQuickly(decompress(page), compression), true);
  if (known.isQuick && ++known.sends > 1 && !isCompressing) {
    isCompressing = true;
    compressWell(page, compression)
      .then(
        (body) => keepBody(page, compression, body, false),
        () => {}, // keeps the quick one
      )
      .finally(() => {
        isCompressing = false;
      });
  }
  return known;
}

/** Keeps a copy: the body may be a slice of Node's pool of 64 KB, which would stay as a whole. */
function keepBody(page: Page, compression: Compression, made: Buffer, isQuick: boolean) {
  const body = Buffer.allocUnsafeSlow(made.length);
  made.copy(body);
  const headers = [...headersOf(page), 'content-encoding', compression, 'content-length', String(body.length)];
  const stored = { body, headers, isQuick, sends: 0 };
  page.bodies[compression] = stored;
  page.onNewBody?.();
  return stored;
}

const brotli = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } });
const deferred = {
  br: { compress: promisify(brotliCompress), decompress: promisify(brotliDecompress) },
  gzip: { compress: promisify(gzip), decompress: promisify(gunzip) },
};

function compressQuickly(text: Buffer, compression: Compression) {
  return compression === 'br' ? brotliCompressSync(text, brotli(0)) : gzipSync(text, { level: 1 });
}

function decompress({ bodies, length }: Page) {
  const chunk = { chunkSize: Math.max(64, length) };
  if (bodies.br) return brotliDecompressSync(bodies.br.body, chunk);
  return bodies.gzip ? gunzipSync(bodies.gzip.body, chunk) : Buffer.alloc(0);
}

async function compressWell({ bodies }: Page, compression: Compression) {
  const text = await deferred[compression].decompress(bodies[compression]?.body ?? '');
  return compression === 'br' ? deferred.br.compress(text, brotli(5)) : deferred.gzip.compress(text);
}

const anyScript = { opening: /<script\b/g, closing: /<\/script>/g };

/** Lists the scripts marked with the renderer's secret, and removes the marks. */
export function ownScripts(html: string, mark: string | null) {
  if (!mark) return { html, scripts: [] };
  const attribute = ` nonce="${mark}"`;
  const isInline = (attributes: string) => attributes.includes(attribute) && !/\bsrc=/.test(attributes);
  const scripts: string[] = [];
  replacePassages(html, anyScript, (inner, whole) => {
    const end = inner.indexOf('>');
    if (end >= 0 && isInline(inner.slice(0, end))) scripts.push(inner.slice(end + 1));
    return whole;
  });
  return { html: html.replaceAll(attribute, ''), scripts };
}

/** Hashes of the renderer's inline styles, as the policy's sources. */
function styleSources(headers: Headers) {
  return headers.get('x-style-sources')?.split(' ').filter(Boolean) ?? [];
}

/**
 * Content security policy of a page: own host only, and exactly these inline scripts and styles, by hash. No `unsafe-inline`, so
 * an injected script, style or event handler does nothing.
 */
export function contentSecurityPolicy(scripts: string[], { dev = false, styles = [] as string[] } = {}) {
  const hashes = scripts.map((script) => `'sha256-${sha256(script)}'`);
  const directives = {
    'default-src': ["'self'"],
    // Vite injects scripts in development
    'script-src': dev ? ["'self'", "'unsafe-inline'"] : ["'self'", ...new Set(hashes)],
    // Vite injects styles and uses a WebSocket in development
    'style-src': dev ? ["'self'", "'unsafe-inline'"] : ["'self'", ...new Set(styles)],
    'connect-src': dev ? ["'self'", 'ws:'] : ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function sha256(text: string) {
  return hash('sha256', text, 'base64');
}

/** Security headers of every reply. Pages add their own content-security-policy. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
