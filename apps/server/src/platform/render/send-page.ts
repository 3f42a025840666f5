import type { IncomingMessage, ServerResponse } from 'node:http';
import { expectReading } from '../http/connections.ts';
import { safetyHeaders } from '../http/headers.ts';
import { bodyOf, chooseEncoding } from './encoding.ts';
import type { Page } from './page-cache.ts';

/** Sends a finished page, or 304 to whoever has it. Straight to the socket: cached pages pass through nothing else. */
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
