import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { replacePassages } from '@mojian/markdown/text';
import { expectReading } from '../http/connections.ts';
import type { Encoding, Page } from './page-cache.ts';

/** Headers a route may set. */
const passedOn = ['cache-control', 'location', 'referrer-policy', 'x-robots-tag'];

type Making = { tags: Iterable<string>; encoding: Encoding; dev: boolean };

/** Turns a rendered response into a cacheable page, compressed for the first client. */
export async function makePage(response: Response, { tags, encoding, dev }: Making): Promise<Page> {
  const { html, scripts } = ownScripts(await response.text(), response.headers.get('x-script-mark'));
  const identity = Buffer.from(html);
  return {
    status: response.status,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // a page with its own policy, such as the diagram frame, keeps it
    csp: response.headers.get('content-security-policy') ?? contentSecurityPolicy(scripts, { dev }),
    headers: Object.fromEntries(entriesOf(response.headers)),
    bodies: { identity, [encoding]: await encode(identity, encoding) },
    tags: [...tags],
    madeAt: performance.now(),
  };
}

function entriesOf(headers: Headers) {
  return passedOn.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
}

/** Sends a page, or 304, straight to the socket, bypassing Fastify. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page) {
  const headers: Record<string, string | number> = {
    ...safetyHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.csp,
    'cache-control': page.status === 200 ? 'public, no-cache' : 'no-store',
    vary: 'accept-encoding',
    etag: page.etag,
    ...page.headers,
  };
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, headers).end();
    return;
  }

  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const body = bodyOf(page, encoding);
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = body.length;
  expectReading(response);
  response.writeHead(page.status, headers).end(request.method === 'HEAD' ? undefined : body);
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The smallest encoding an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | string[] = ''): Encoding {
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Compresses a fresh render off the main thread. */
async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  return encoding === 'br' ? toBrotli(body, brotliLevel) : toGzip(body);
}

/** Body in an encoding, compressed on first use. */
function bodyOf({ bodies }: Page, encoding: Encoding): Buffer {
  bodies[encoding] ??= encoding === 'br' ? brotliCompressSync(bodies.identity, brotliLevel) : gzipSync(bodies.identity);
  return bodies[encoding];
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

/**
 * Content security policy of a page: own host only, and exactly these inline scripts, by hash. No `unsafe-inline`, so
 * an injected script, style or event handler does nothing.
 */
export function contentSecurityPolicy(scripts: string[], { dev = false } = {}) {
  const hashes = scripts.map((script) => `'sha256-${sha256(script)}'`);
  const directives = {
    'default-src': ["'self'"],
    // Vite injects scripts in development
    'script-src': dev ? ["'self'", "'unsafe-inline'"] : ["'self'", ...new Set(hashes)],
    // Vite injects styles and uses a WebSocket in development
    'style-src': dev ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    'connect-src': dev ? ["'self'", 'ws:'] : ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
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
  return createHash('sha256').update(text).digest('base64');
}

/** Security headers of every reply. Pages add their own content-security-policy. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
