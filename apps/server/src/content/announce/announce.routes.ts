import type { FastifyInstance } from 'fastify';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Serves the key file by which IndexNow verifies that the site owns the key. */
export function indexNowKeyRoute(app: FastifyInstance, { db }: { db: Db }) {
  app.get<{ Params: { key: string } }>('/:key(^[\\w-]{8,128}).txt', async (request, reply) => {
    const { indexNowKey } = (await readSettings(db)).writing;
    if (indexNowKey === '' || request.params.key !== indexNowKey) return reply.callNotFound();
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(indexNowKey);
  });
}
