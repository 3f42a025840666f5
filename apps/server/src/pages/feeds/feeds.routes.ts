import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { commonFeeds } from '../../content/redirects/common-addresses.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { makeFeed, readSource } from './feed.ts';
import { atom, jsonFeed, rss } from './formats.ts';
import { sitemap, sitemapPart } from './sitemap.ts';

type CachedDocument = { etag: string; body: Buffer; gzipped: Buffer };

const formats = {
  '/rss.xml': { write: rss, type: 'application/rss+xml' },
  '/atom.xml': { write: atom, type: 'application/atom+xml' },
  '/feed.json': { write: jsonFeed, type: 'application/feed+json' },
};

const toGzip = promisify(gzip);

export function feedRoutes(app: FastifyInstance, { db, siteUrl }: { db: Db; siteUrl: string }) {
  const cache = new LRUCache<string, CachedDocument>({ max: 20 });

  for (const [path, { write, type }] of Object.entries(formats))
    app.get(path, async (request, reply) => {
      const source = await readSource(db, siteUrl);
      const make = async () => write(await makeFeed(db, source), siteUrl + path);
      return send(request, reply, type, await keep(cache, path, fingerprint(source), make));
    });
  for (const [path, target] of Object.entries(commonFeeds))
    app.get(path, (_request, reply) => reply.redirect(target, 301));

  app.get('/sitemap.xml', async (request, reply) => {
    const { version, make } = await sitemap({ db, siteUrl });
    return send(request, reply, 'application/xml', await keep(cache, '/sitemap.xml', fingerprint(version), make));
  });
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,4}).xml', async (request, reply) => {
    const number = Number(request.params.part);
    const part = await sitemapPart({ db, siteUrl }, number);
    if (!part) return reply.callNotFound();
    const { version, make } = part;
    return send(request, reply, 'application/xml', await keep(cache, `part ${number}`, fingerprint(version), make));
  });

  app.get('/robots.txt', async (request, reply) => {
    const text = robots(siteUrl, (await readSettings(db)).seo);
    return send(request, reply, 'text/plain', await keep(cache, '/robots.txt', fingerprint(text), () => text));
  });
}

/** Caches the document's bytes until its source changes. */
async function keep(
  cache: LRUCache<string, CachedDocument>,
  path: string,
  etag: string,
  make: () => string | Promise<string>,
) {
  const known = cache.get(path);
  if (known?.etag === etag) return known;
  const body = Buffer.from(await make());
  const made = { etag, body, gzipped: await toGzip(body) };
  cache.set(path, made);
  return made;
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, { etag, body, gzipped }: CachedDocument) {
  reply.header('etag', etag).header('cache-control', 'public, max-age=300').header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();

  reply.type(`${type}; charset=utf-8`);
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(gzipped);
}

/** Weak ETag: the document is sent with and without compression. */
function fingerprint(source: unknown) {
  return `W/"${createHash('sha256').update(JSON.stringify(source)).digest('base64url').slice(0, 22)}"`;
}

function robots(siteUrl: string, { hidden, robots: more }: Settings['seo']) {
  if (hidden) return ['User-agent: *', 'Disallow: /', ''].join('\n');
  const closed = ['/v1/', '/oauth/', '/admin', '/docs'].map((path) => `Disallow: ${path}`);
  const own = more.trim() ? [...more.trim().split(/\r?\n/), ''] : [];
  return ['User-agent: *', 'Allow: /', ...closed, '', ...own, `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}
