import { characterOfSeal, iconVersion } from '@mojian/contract/core/icons';
import type { Theme } from '@mojian/contract/platform/rules';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathsOff } from '../../core/settings/features.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { type PlainPage, sealDrawing } from '../../platform/render/plain-page.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type IconName, iconPicture, isIconName, manifest } from './icon.ts';
import { makeOfflinePage, makeWorker, remover, type Worker } from './offline.ts';
import { shareRoute } from './share.routes.ts';

type Icon = { Params: { name: string }; Querystring: { v?: string } };

/** Manifest, icons, service worker and offline page. Icons are cached below `iconFolder`. */
export function installRoutes(
  app: FastifyInstance,
  { db, storage, iconFolder }: { db: Db; storage: Storage; iconFolder: string },
) {
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifest(await readSettings(db)))),
  );

  const sendIcon = async (reply: FastifyReply, name: IconName, version?: string) => {
    const { identity } = await readSettings(db);
    return reply
      .type('image/png')
      .header(
        'cache-control',
        version === iconVersion(identity) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      .send(await iconPicture({ folder: iconFolder, storage }, name, identity));
  };
  app.get<Icon>('/icons/:name.png', ({ params: { name }, query }, reply) =>
    isIconName(name) ? sendIcon(reply, name, query.v) : reply.callNotFound(),
  );
  app.get<Icon>('/icons/seal.svg', ({ query: { v = '' } }, reply) => {
    const character = characterOfSeal(v);
    if (character === undefined) return reply.callNotFound();
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(sealDrawing(character));
  });
  // Requested without a link: by Safari, which ignores SVG icons, and for other documents.
  app.get('/favicon.ico', (_request, reply) => sendIcon(reply, '48'));
  // iPhones.
  app.get('/apple-touch-icon.png', (_request, reply) => sendIcon(reply, 'apple-touch'));

  shareRoute(app);
  const offline = keepLast();
  app.get('/offline', async (_request, reply) => {
    const { page } = offline(await readSettings(db));
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': page.policy })
      .send(page.html);
  });
  // Revalidated with every document; mostly answered 304.
  app.get('/offline.js', async ({ headers }, reply) => {
    const settings = await readSettings(db);
    const { script, etag } = settings.reading.offline ? offline(settings).worker : remover;
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(script);
  });
}

/** Caches the offline page and worker per site name, theme and features. */
function keepLast() {
  let last: { name: string; hasSeal: boolean; theme: Theme; off: string; page: PlainPage; worker: Worker } | undefined;
  return ({ identity: { name, logo, seal }, look: { theme }, features }: Settings) => {
    const paths = pathsOff(features);
    const off = paths.join();
    const hasSeal = logo === '' && seal === 'name';
    if (last?.name === name && last.hasSeal === hasSeal && last.theme === theme && last.off === off) return last;
    const page = makeOfflinePage(name, theme, paths, hasSeal);
    last = { name, hasSeal, theme, off, page, worker: makeWorker(page) };
    return last;
  };
}
