import { createHash } from 'node:crypto';
import { contentSecurityPolicy, ownScripts } from './csp.ts';
import { encode } from './encoding.ts';
import type { Encoding, Page } from './page-cache.ts';

/** Headers a route may set. */
const passedOn = ['cache-control', 'location', 'referrer-policy', 'x-robots-tag'];

type Making = { tags: Iterable<string>; encoding: Encoding; dev: boolean };

/** Turns a rendered response into a page ready to be sent many times, compressed for whoever asked for it first. */
export async function makePage(response: Response, { tags, encoding, dev }: Making): Promise<Page> {
  const { html, scripts } = ownScripts(await response.text(), response.headers.get('x-script-mark'));
  const identity = Buffer.from(html);
  return {
    status: response.status,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // a page that brings its own policy, such as the diagram frame, keeps it
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
