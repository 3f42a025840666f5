import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { Client } from '@mojian/client';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { apiContext } from './api/load-on-server.ts';
import { runningTime } from './shell/deferred/running-time.ts';
import { ThumbBar } from './shell/deferred/thumb-bar.tsx';
import { ServedShell } from './shell/served-shell.ts';
import { PageFragments } from './start/page-fragments.ts';
import { pageQuery, pathsOf } from './start/page-queries.ts';
import { cutPage, doctype, type Piece, paintFirst } from './start/paint-first.ts';
import { ScriptMark } from './start/script-mark.ts';
import { FragmentsOfPage } from './ui/cached-fragment.tsx';

/** Paths of pages and the query parameters each knows. */
export const addresses = { pageQuery, pathsOf };

/** Pieces of finished pages: a response would turn each into a stream of bytes and back. */
const finished = new WeakMap<Response, Piece[]>();

/** Request handler of the build. Always renders as a visitor. */
export function createHandler(build: ServerBuild, mode: string) {
  const handle = createRequestHandler(build, mode);
  return async (request: Request, api: Client) => {
    const context = new RouterContextProvider();
    context.set(apiContext, api);
    const response = await handle(request, context);
    const { status, headers } = response;
    return { status, headers, pieces: finished.get(response) ?? [await response.text()] };
  };
}

const servedShell = { ThumbBar, runningTime };

/** Renders the whole page before sending it, for the page cache. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...router }: EntryContext,
) {
  // marks the renderer's own scripts for the CSP and is removed again
  const nonce = randomBytes(16).toString('hex');
  headers.set('x-script-mark', nonce);
  const data = serverHandoffStream && (await new Response(serverHandoffStream).text());
  const fragments = new PageFragments(nonce);
  const page = await renderPage(
    <ScriptMark value={nonce}>
      <ServedShell value={servedShell}>
        <ServerRouter context={withOwnRoutes(router)} url={request.url} nonce={nonce} />
      </ServedShell>
    </ScriptMark>,
    nonce,
    fragments,
  );
  const cut = cutPage(page, nonce);
  if (data && router.renderMeta?.didRenderScripts) cut.scripts = withData(cut.scripts, data, nonce);
  const { pieces, sources } = paintFirst(cut, nonce, (body) => fragments.fill(body));
  headers.set('x-style-sources', sources.join(' '));
  const response = new Response(null, { status, headers });
  finished.set(response, pieces);
  return response;
}

/** Leaves the router only the routes of the page: it makes objects of all it is given, for every page. */
function withOwnRoutes(router: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = router;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
  return { ...router, manifest: { ...manifest, routes } };
}

const end = '</body></html>';
/** Left by React where a part was not there yet. */
const unfinished = '<!--$!-->';

/** Renders at once, which is twice as fast, or waits for parts that load when first used. Without the doctype. */
async function renderPage(app: ReactNode, nonce: string, fragments: PageFragments) {
  const page = renderToString(<FragmentsOfPage value={fragments}>{app}</FragmentsOfPage>);
  return page.includes(unfinished) ? renderWaiting(app, nonce) : page;
}

const timeLimit = 10_000;

/** The stream begins with the doctype, which a string lacks. */
function renderWaiting(app: ReactNode, nonce: string) {
  return new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks).toString().slice(doctype.length));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(app, {
      nonce,
      onAllReady: () => void pipe(page),
      onShellError: reject,
      onError: (error) => console.error('渲染出错', error),
    });
    const timer = setTimeout(abort, timeLimit);
  });
}

/** Adds the data for hydration where React Router's own transfer puts it, without waiting for it in the rendering. */
function withData(scripts: string, data: string, nonce: string) {
  const at = scripts.lastIndexOf(end);
  const script = (code: string) =>
    `<script nonce="${nonce}">window.__reactRouterContext.streamController.${code};</script>`;
  return `${scripts.slice(0, at)}${script(`enqueue(${scriptSafe(JSON.stringify(data))})`)}${script('close()')}${scripts.slice(at)}`;
}

const unsafe: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Escapes what could end the script. */
function scriptSafe(json: string) {
  return json.replace(/[&><\u2028\u2029]/g, (sign) => unsafe[sign] ?? sign);
}
