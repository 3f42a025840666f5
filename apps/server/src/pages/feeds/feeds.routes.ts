import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { commonFeeds } from '../../content/redirects/common-addresses.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { limitOf } from '../../platform/http/rate-limit.ts';
import { fewAtOnce } from '../../platform/limits/concurrency.ts';
import { makeFeed, readSource } from './feed.ts';
import { feedKinds, findFeedList } from './feed-lists.ts';
import { atom, jsonFeed, rss } from './formats.ts';
import { opml, readOpmlSource } from './opml.ts';
import { makeSaysFeed, readSaysSource } from './says-feed.ts';
import { sitemap, sitemapPart } from './sitemap.ts';

/** A document compressed once: all who ask for it while it is made wait for the same. */
type CachedDocument = { etag: string; gzipped: Promise<Buffer> };

type Document = { path: string; type: string; etag: string; make: () => string | Promise<string> };

const rssType = 'application/rss+xml';
const opmlType = 'text/x-opml';
const formats = {
  '/rss.xml': { write: rss, type: rssType },
  '/atom.xml': { write: atom, type: 'application/atom+xml' },
  '/feed.json': { write: jsonFeed, type: 'application/feed+json' },
};

const toGzip = promisify(gzip);
/** Makes one document at a time: meanwhile its articles are in memory several times. */
const inTurn = fewAtOnce(1, 50);
/** Per address and document: readers ask a few times an hour. */
const readingLimit = { most: 60, seconds: 60 };
const limited = { config: { rateLimit: limitOf({ access: 'anyone', limit: readingLimit }) } };

/** More than the feeds and the parts of the sitemap of 200,000 articles. */
const mostDocuments = 50;

export function feedRoutes(app: FastifyInstance, { db, siteUrl }: { db: Db; siteUrl: string }) {
  const cache: Cache = new LRUCache<string, CachedDocument>({ max: mostDocuments });

  for (const [path, { write, type }] of Object.entries(formats))
    app.get(path, limited, async (request, reply) => {
      const source = await readSource(db, siteUrl);
      const make = async () => write(await makeFeed(db, source), siteUrl + path);
      return send(request, reply, cache, { path, type, etag: fingerprint(source), make });
    });
  for (const kind of feedKinds)
    app.get<{ Params: { id: string } }>(`/feed/${kind}/:id(^[1-9]\\d{0,8}$).xml`, limited, async (request, reply) => {
      const id = Number(request.params.id);
      const list = await findFeedList(db, kind, id);
      if (!list) return reply.callNotFound();
      const source = await readSource(db, siteUrl, list);
      const path = `/feed/${kind}/${id}.xml`;
      const make = async () => rss(await makeFeed(db, source), siteUrl + path);
      return send(request, reply, cache, { path, type: rssType, etag: fingerprint(source), make });
    });
  app.get('/feed/say.xml', limited, async (request, reply) => {
    if (!(await hasFeature(db, 'says'))) return reply.callNotFound();
    const source = await readSaysSource(db, siteUrl);
    const make = () => rss(makeSaysFeed(source), `${siteUrl}/feed/say.xml`);
    return send(request, reply, cache, { path: '/feed/say.xml', type: rssType, etag: fingerprint(source), make });
  });
  app.get('/neighbours.opml', limited, async (request, reply) => {
    if (!(await hasFeature(db, 'neighbours'))) return reply.callNotFound();
    const source = await readOpmlSource(db);
    const document = { path: '/neighbours.opml', type: opmlType, etag: fingerprint(source), make: () => opml(source) };
    return send(request, reply, cache, document);
  });
  for (const [path, target] of Object.entries(commonFeeds))
    app.get(path, (_request, reply) => reply.redirect(target, 301));

  sitemapRoutes(app, { db, siteUrl, cache });
  app.get('/robots.txt', limited, async (request, reply) => {
    const text = robots(siteUrl, (await readSettings(db)).seo);
    const document = { path: '/robots.txt', type: 'text/plain', etag: fingerprint(text), make: () => text };
    return send(request, reply, cache, document);
  });
}

type Cache = LRUCache<string, CachedDocument>;

function sitemapRoutes(app: FastifyInstance, { db, siteUrl, cache }: { db: Db; siteUrl: string; cache: Cache }) {
  const xml = 'application/xml';
  app.get('/sitemap.xml', limited, async (request, reply) => {
    const { version, make } = await sitemap({ db, siteUrl });
    return send(request, reply, cache, { path: '/sitemap.xml', type: xml, etag: fingerprint(version), make });
  });
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,4}).xml', limited, async (request, reply) => {
    const number = Number(request.params.part);
    const part = await sitemapPart({ db, siteUrl }, number);
    if (!part) return reply.callNotFound();
    const { version, make } = part;
    return send(request, reply, cache, { path: `part ${number}`, type: xml, etag: fingerprint(version), make });
  });
}

async function send(request: FastifyRequest, reply: FastifyReply, cache: Cache, document: Document) {
  const { etag, type } = document;
  reply.header('etag', etag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();

  reply.type(`${type}; charset=utf-8`);
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (takesGzip) reply.header('content-encoding', 'gzip');
  if (request.method === 'HEAD') return reply.send();
  const gzipped = await compressed(cache, document);
  if (takesGzip) return reply.send(gzipped);
  // sends it piece by piece: a feed of megabytes is held once, and not by each who reads it slowly
  return reply.send(Readable.from([gzipped]).pipe(createGunzip()));
}

/** Returns the document's compressed bytes, made anew once its source has changed. */
function compressed(cache: Cache, { path, etag, make }: Document) {
  const known = cache.get(path);
  if (known?.etag === etag) return known.gzipped;
  const gzipped = inTurn(async () => toGzip(await make()));
  const made = { etag, gzipped };
  cache.set(path, made);
  gzipped.catch(() => cache.peek(path) === made && cache.delete(path));
  return gzipped;
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
