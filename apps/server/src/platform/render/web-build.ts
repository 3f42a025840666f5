import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@mojian/client';
import type { FastifyInstance } from 'fastify';

/** Renders one request as a visitor. Made by the web app's entry.server. */
type RenderPage = (request: Request, api: Client) => Promise<Response>;

export type Web = {
  render: RenderPage;
  /** Whether a path is one of the app’s own. */
  isPage: (path: string) => boolean;
  /** The part of a query that the page at a path knows; nothing where it leads to no page. */
  query: (path: string, given: URLSearchParams) => URLSearchParams | undefined;
};

type Entry = {
  createHandler: (build: unknown, mode: string) => RenderPage;
  addresses: { pageQuery: Web['query']; pathsOf: (routes: Iterable<unknown>) => Web['isPage'] };
};
type Build = { entry: { module: Entry }; routes: Record<string, unknown> };

const webFolder = resolve(import.meta.dirname, '../../../../web');
export const clientFolder = resolve(webFolder, 'build/client');

/** The built web app. */
export async function loadWeb(): Promise<() => Promise<Web>> {
  const web = toWeb(
    (await import(pathToFileURL(resolve(webFolder, 'build/server/index.js')).href)) as Build,
    'production',
  );
  return async () => web;
}

/** The web app from its sources, with hot reload in the same process and on the same port. */
export async function developWeb(app: FastifyInstance): Promise<() => Promise<Web>> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webFolder,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());

  let last: Build | undefined;
  let web: Web | undefined;
  return async () => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as Build;
    if (build !== last || !web) web = toWeb(build, 'development');
    last = build;
    return web;
  };
}

function toWeb(build: Build, mode: string): Web {
  const { createHandler, addresses } = build.entry.module;
  const { pageQuery: query, pathsOf } = addresses;
  return { render: createHandler(build, mode), isPage: pathsOf(Object.values(build.routes)), query };
}
