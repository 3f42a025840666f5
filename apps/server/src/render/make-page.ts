import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentSecurityPolicy } from './csp.ts';
import type { Page } from './page-cache.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Turns a rendered response into a page ready to be sent many times. */
export async function makePage(response: Response, tags: Iterable<string>, options: { dev: boolean }): Promise<Page> {
  const identity = Buffer.from(await response.arrayBuffer());
  const [br, gzipped] = await Promise.all([
    toBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    toGzip(identity),
  ]);
  return {
    status: response.status,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // a page that brings its own policy, such as the diagram frame, keeps it
    csp: response.headers.get('content-security-policy') ?? contentSecurityPolicy(identity.toString(), options),
    bodies: { identity, gzip: gzipped, br },
    tags: [...tags],
    madeAt: Date.now(),
  };
}
