import { readdirSync } from 'node:fs';
import { type IncomingMessage, maxHeaderSize } from 'node:http';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { hasNamingQuery } from '@mojian/foreign-files/address-key';
import { routableAddress } from '@mojian/foreign-files/address-text';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { createApi, downloadRoutes, readSay, version } from './api.ts';
import { siteReplaced } from './background.ts';
import { maySubscribeToChat } from './chat/messages/access.ts';
import { chatFeed } from './chat/messages/feed.ts';
import { findShowing } from './chat/rooms/rooms.ts';
import { confirmMailRoutes } from './community/guest-comments/confirm-mail.routes.ts';
import { unsubscribeRoutes } from './community/reply-mails/unsubscribe.routes.ts';
import { indexNowKeyRoute } from './content/announce/announce.routes.ts';
import { isCharacterUsed } from './content/article-covers/article-covers.ts';
import { quoteCardFolder, quoteCardRoutes } from './content/quote-cards/quote-card-pictures.routes.ts';
import type { Redirects } from './content/redirects/redirects.ts';
import { playerFrameRoutes } from './content/text/player-frames.routes.ts';
import { findCaller } from './core/access-keys/open-key.ts';
import { coverFolder } from './core/covers/cover.ts';
import { coverInPage } from './core/covers/cover-in-page.ts';
import { coverRoutes } from './core/covers/covers.routes.ts';
import { isOfficeTopic, maySubscribeToOffice } from './core/notices/office-changes.ts';
import { findOpenSessions, findViewer } from './core/sessions/sessions.ts';
import { accentRoutes } from './core/settings/accent.routes.ts';
import { readSettings } from './core/settings/settings.ts';
import { blotFolder, blotRoutes } from './core/stickers/blots.routes.ts';
import { typefaceRoutes } from './core/typeface/typeface.routes.ts';
import type { Typeface } from './core/typeface/typeface.ts';
import { fileAccess, findAttachment } from './core/uploads/public-files.ts';
import type { Visits } from './core/visits/visits.ts';
import { socialCallbackRoutes } from './members/social/social-callback.routes.ts';
import { wechatCallbackRoutes } from './members/wechat/wechat-callback.routes.ts';
import type { Replacing } from './operations/backups/restore.ts';
import { doctorRoutes } from './operations/doctor/doctor.routes.ts';
import { mcpRoutes } from './operations/mcp/mcp.routes.ts';
import type { Running } from './operations/system/admin-system.ts';
import { feedRoutes } from './pages/feeds/feeds.routes.ts';
import { installRoutes } from './pages/install/install.routes.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/schema.ts';
import type { Calls } from './platform/http/calls.ts';
import { boundConnections, closeUnusedConnections, slowRequests } from './platform/http/connections.ts';
import { type Drain, drainConnections } from './platform/http/drain.ts';
import { handleErrors, refuseUnreadable } from './platform/http/errors.ts';
import { healthRoutes, type Readiness } from './platform/http/health.ts';
import { mountCalls } from './platform/http/mount.ts';
import { openApi, serveDocs } from './platform/http/openapi.ts';
import { limitCalls } from './platform/http/rate-limit.ts';
import { watchForProxy } from './platform/http/unseen-proxy.ts';
import type { Viewer } from './platform/http/viewer.ts';
import type { WriteBarrier } from './platform/http/write-barrier.ts';
import type { SharedCounts } from './platform/limits/shared-counts.ts';
import { AnswerTimes } from './platform/metrics/answer-times.ts';
import { metricsRoutes } from './platform/metrics/metrics.routes.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { Push } from './platform/push/push.ts';
import { CachedFront, type PageVisit } from './platform/render/front.ts';
import { safetyHeaders } from './platform/render/page.ts';
import type { PageCache } from './platform/render/page-cache.ts';
import { servePages } from './platform/render/pages.ts';
import { adminApp, clientFolder, developWeb, loadWeb } from './platform/render/web-apps.ts';
import type { Search } from './platform/search/search.ts';
import { storageRoutes } from './platform/storage/storage.routes.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { EventBus } from './platform/stream/event-bus.ts';
import { LivePresence } from './platform/stream/presence.ts';
import { streamRoutes } from './platform/stream/stream.routes.ts';

type Deps = {
  config: Config;
  db: Db;
  search: Search;
  storage: Storage;
  visits: Visits;
  redirects: Redirects;
  typeface: Typeface;
  cache: PageCache;
  push: Push;
  eventBus: EventBus;
  writeBarrier: WriteBarrier;
  readiness: Readiness;
  metrics: Metrics;
  /** Parts of this process shown in the back office. */
  running: Omit<Running, 'config' | 'answers'>;
  replacing: Replacing;
  drain?: Drain;
  /** Counts of calls in all processes; without it each process counts for itself. */
  counts?: SharedCounts | undefined;
  dev: boolean;
};

const routing = {
  http: slowRequests,
  // Node takes no longer address, and every shorter one is answered by a page of ours
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
  // otherwise the router refuses what is no UTF-8, in English
  rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => routableAddress(url),
};

/** Builds the server: hooks for every request, then routes by name. */
export async function buildApp(deps: Deps) {
  const { config, db, storage, cache, push, eventBus, running, dev } = deps;
  const front = frontOf(deps);
  const app = openFastify(deps, front);
  addHooks(app, deps);
  healthRoutes(app, deps.readiness);
  await limitCalls(app, deps.counts);

  const onError = (err: unknown) => app.log.error({ err }, '动静没有传到');
  const streams = streamDeps(db);
  const presence = new LivePresence({ push, ...streams, onError });
  const answers = new AnswerTimes();
  const calls = await createApi({
    ...deps,
    ...config,
    live: eventBus,
    presence,
    running: { ...running, config, answers },
  });
  await serveCalls(app, calls, deps);
  serveDocs(app, () => calls.list().then((all) => openApi(all, config.siteUrl)));

  drawnPictures(app, deps);
  storedFiles(app, deps);
  const { count: countStreams, ...openStreams } = streamRoutes(app, { ...streams, eventBus, presence, onError });
  refreshStreams(push, openStreams);
  metricsRoutes(app, { ...deps, answers, front, token: config.metricsToken, countStreams });
  feedRoutes(app, { db, siteUrl: config.siteUrl });
  indexNowKeyRoute(app, { db });
  accentRoutes(app);
  typefaceRoutes(app, { typeface: deps.typeface, folder: `${config.dataDir}/fonts` });
  downloadRoutes(app, { db, storage, dataDir: config.dataDir });
  await registerCallbacks(app, deps);
  await doctorRoutes(app, { db, ...config });
  installRoutes(app, { db, storage, iconFolder: `${config.dataDir}/icons` });

  await (dev ? app.register((await import('@fastify/middie')).default, { hook: 'onRequest' }) : serveAssets(app));
  await adminApp(app, { dev, theme: () => themeOf(db) });
  await servePages(app, {
    calls,
    cache,
    front,
    dev,
    siteUrl: config.siteUrl,
    siteName: () => nameOf(db),
    web: dev ? await developWeb(app) : await loadWeb(),
    findMoved: deps.redirects.find,
    mayBeMoved: hasNamingQuery,
    additions: [deps.typeface.addTo, coverInPage(coverFolder(config.dataDir), () => cache.renew(['articles']))],
    onRender: deps.metrics.countRender,
    onVisit: counterOf(app, deps),
  });
  return app;
}

/** The calls over HTTP, and as tools for programs. */
async function serveCalls(app: FastifyInstance, calls: Calls, { db, config: { siteUrl } }: Deps) {
  const find = (token: string, address: string) => findCaller(db, token, address);
  await mountCalls(app, calls, find);
  mcpRoutes(app, { calls, findCaller: find, version, siteUrl, siteName: () => nameOf(db) });
}

/** Uploaded files, and the frames of players elsewhere that texts show beside them. */
function storedFiles(app: FastifyInstance, { config, db, storage }: Deps) {
  storageRoutes(app, storage, fileAccess(db, config.siteUrl), findAttachment(db));
  playerFrameRoutes(app);
}

/** Pictures drawn here: covers, the stickers that come along, and sentences as quote cards. */
function drawnPictures(app: FastifyInstance, { db, storage, config: { dataDir, siteUrl } }: Deps) {
  coverRoutes(app, { folder: coverFolder(dataDir), isUsed: (number) => isCharacterUsed(db, number) });
  blotRoutes(app, { folder: blotFolder(dataDir) });
  quoteCardRoutes(app, { db, storage, readSay, siteUrl, folder: quoteCardFolder(dataDir) });
}

function openFastify({ config, running }: Deps, { serverFactory }: CachedFront) {
  return Fastify({
    serverFactory,
    logger: { level: config.logLevel, stream: running.logs },
    clientErrorHandler: refuseUnreadable,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    ...routing,
    forceCloseConnections: 'idle',
    // requests that arrive on an open connection while the site stops are still answered
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
}

/** Calls are checked by zod. Without this Fastify loads its own validator, a fifteenth of the start and 2 MB. */
function noSchemas(): never {
  throw new Error('Fastify 的 schema 没有接上：请求由 zod 检查');
}

function counterOf(app: FastifyInstance, { db, visits }: Deps) {
  return (visit: PageVisit) => {
    visits.record(visit);
    if (!visit.path.startsWith('/draft/')) return;
    import('./content/shares/shares.ts')
      .then(({ countShareView }) => countShareView(db, visit))
      .catch((err) => app.log.error({ err }, '分享链接的次数没有记上'));
  };
}

/** Requests that the hooks for draining and for an unseen proxy need are Fastify's. */
function frontOf({ config: { trustProxy }, drain }: Deps) {
  const isPlain = ({ headers }: IncomingMessage) =>
    !drain?.isDraining && (trustProxy > 0 || headers['x-forwarded-for'] === undefined);
  return new CachedFront({ trustProxy, isPlain });
}

/** Hooks for every request. */
function addHooks(app: FastifyInstance, { config, drain, running }: Deps) {
  handleErrors(app);
  if (drain) drainConnections(app, drain);
  closeUnusedConnections(app);
  boundConnections(app);
  watchForProxy(app, config.trustProxy, running.proxy);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(safetyHeaders)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}

/** Theme of the back office, which must load without a database as well. */
function themeOf(db: Db) {
  return readSettings(db).then(
    ({ look }) => look.theme,
    () => 'light',
  );
}

/** Name of the site, also while the database is away. */
function nameOf(db: Db) {
  return readSettings(db).then(
    ({ identity }) => identity.name,
    () => '墨笺',
  );
}

function refreshStreams(push: Push, { checkAll, restart }: Omit<ReturnType<typeof streamRoutes>, 'count'>) {
  push.subscribe(({ topic, ids }) => {
    if (topic === siteReplaced) restart();
    if (topic === 'drop-pages' && ids.includes('site')) void checkAll();
  });
}

/** Routes called by other sites or that write: refused while a restore runs. */
async function registerCallbacks(app: FastifyInstance, { writeBarrier, config, db, storage }: Deps) {
  await app.register(async (scope) => {
    scope.addHook('preHandler', async () => writeBarrier.requireOpen());
    wechatCallbackRoutes(scope, { db, storage, siteUrl: config.siteUrl });
    socialCallbackRoutes(scope, { db, storage, siteUrl: config.siteUrl });
    unsubscribeRoutes(scope, { db });
    confirmMailRoutes(scope, { db });
  });
}

/** Built files carry a hash in their name and never change; each lies ready in brotli and gzip. */
async function serveAssets(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: resolve(clientFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    // the sandboxed diagram frame has no origin of its own and loads its modules from here
    setHeaders: (reply) => reply.header('access-control-allow-origin', '*'),
  });
  const besideAssets = readdirSync(clientFolder).filter((name) => name !== 'assets' && !/\.(br|gz)$/.test(name));
  for (const name of besideAssets)
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, clientFolder, { maxAge: '1h', immutable: false }));
}

/** Dependencies of the event streams from the nouns: viewers, permissions and the chat feed. */
export function streamDeps(db: Db) {
  return {
    feed: chatFeed(db),
    findViewer: (token: string) => findViewer(db, token),
    findSessions: (ids: number[]) => findOpenSessions(db, ids),
    findShowing: (ids: number[]) => findShowing(db, ids),
    maySubscribe: async (topic: string, viewer: Viewer | null) =>
      isOfficeTopic(topic) ? maySubscribeToOffice(topic, viewer) : maySubscribeToChat(db, topic, viewer),
  };
}
