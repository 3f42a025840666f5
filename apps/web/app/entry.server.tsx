import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { Client } from '@mojian/client';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { apiContext } from './api/load-on-server.ts';
import { pageQuery, pathsOf } from './start/page-queries.ts';
import { ScriptMark } from './start/script-mark.ts';

/** Paths of pages and the query parameters each knows. */
export const addresses = { pageQuery, pathsOf };

/** Request handler of the build. Always renders as a visitor. */
export function createHandler(build: ServerBuild, mode: string) {
  const handle = createRequestHandler(build, mode);
  return (request: Request, api: Client) => {
    const context = new RouterContextProvider();
    context.set(apiContext, api);
    return handle(request, context);
  };
}

const timeLimit = 10_000;

/** Renders the whole page before sending it, for the page cache. */
export default function handleRequest(request: Request, status: number, headers: Headers, router: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        clearTimeout(timer);
        headers.set('content-type', 'text/html; charset=utf-8');
        resolve(new Response(styleFirst(Buffer.concat(chunks).toString()), { status, headers }));
        done();
      },
    });
    // marks the renderer's own scripts for the CSP and is removed again
    const nonce = randomBytes(16).toString('hex');
    headers.set('x-script-mark', nonce);
    const app = (
      <ScriptMark value={nonce}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </ScriptMark>
    );
    const { pipe, abort } = renderToPipeableStream(app, {
      nonce,
      onAllReady: () => void pipe(page),
      onShellError: reject,
      onError: (error) => console.error('渲染出错', error),
    });
    const timer = setTimeout(abort, timeLimit);
  });
}

/** Preloads scripts after styles and pictures: reading comes before interaction. */
function styleFirst(html: string) {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"');
}
