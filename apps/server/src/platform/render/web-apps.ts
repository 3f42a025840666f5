import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Client } from '@mojian/client';
import type { FastifyInstance } from 'fastify';
import { programFile } from '../program-files.ts';

/** `pieces`: text of the page, and style sheets in it as bytes. */
export type Rendered = { status: number; headers: Headers; pieces: (string | Uint8Array)[] };

/** Renders a request as a visitor; exported by the web app's entry.server. */
type RenderPage = (request: Request, api: Client) => Promise<Rendered>;

export type Web = {
  render: RenderPage;
  /** The path in its own letter case where the web app has a page; undefined elsewhere. */
  pageAt: (path: string) => string | undefined;
  /** Query parameters the page at a path uses; undefined without a page. */
  query: (path: string, params: URLSearchParams) => URLSearchParams | undefined;
};

type Entry = {
  createHandler: (build: unknown, mode: string) => RenderPage;
  addresses: { pageQuery: Web['query']; pathsOf: (routes: Iterable<unknown>) => Web['pageAt'] };
};
type Build = { entry: { module: Entry }; routes: Record<string, unknown> };

const webFolder = programFile('apps/web');
export const clientFolder = resolve(webFolder, 'build/client');

/** Loads the built web app. */
export async function loadWeb(): Promise<() => Promise<Web>> {
  const require = createRequire(import.meta.url);
  const web = toWeb(require(resolve(webFolder, 'build/server/index.cjs')) as Build, 'production');
  return async () => web;
}

/** Serves the web app from its sources, with hot reload in the same process and on the same port. */
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
  return { render: createHandler(build, mode), pageAt: pathsOf(Object.values(build.routes)), query };
}

const folder = programFile('apps/admin');

/** `theme`: default for staff who have chosen none. */
type Options = { dev: boolean; theme: () => Promise<string> };

/** Returns the page for an address, before the nonce is inserted. */
type Page = (url: string) => Promise<string>;

/**
 * Serves the admin under /admin: one page for all addresses. antd writes styles at run time, so each reply has a nonce
 * for them.
 */
export async function adminApp(app: FastifyInstance, { dev, theme }: Options) {
  const page = dev ? await developAdmin(app) : await builtAdmin(app);
  for (const url of ['/admin', '/admin/*'])
    app.get(url, async (request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'content-security-policy': policy(nonce, dev) })
        .send((await page(request.url)).replaceAll('__NONCE__', nonce).replace('__THEME__', await theme()));
    });
}

async function builtAdmin(app: FastifyInstance): Promise<Page> {
  const page = await readFile(resolve(folder, 'build/index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: resolve(folder, 'build/assets'),
    prefix: '/admin/assets/',
    decorateReply: false,
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
  });
  return async () => page;
}

/** Serves the admin from its sources, with hot reload in the same process and on the same port. */
async function developAdmin(app: FastifyInstance): Promise<Page> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: folder,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server, path: 'hmr' } },
  });
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  return async (url) => vite.transformIndexHtml(url, await readFile(resolve(folder, 'index.html'), 'utf8'));
}

function policy(nonce: string, dev: boolean) {
  return [
    "default-src 'self'",
    // Vite injects a script and uses a WebSocket
    dev ? "script-src 'self' 'unsafe-inline'" : "script-src 'self'",
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    dev ? "connect-src 'self' ws:" : "connect-src 'self'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
