import type { FastifyInstance } from 'fastify';
import type { Storage } from './storage.ts';
import { typeOfKey } from './storage-key.ts';

const forEver = 'public, max-age=31536000, immutable';

/** Serves kept pictures at `/files/<key>`, as pictures and nothing else. A key never changes its bytes. */
export function storageRoutes(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const key = request.params['*'];
    const type = typeOfKey(key);
    reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox");
    const seen = type && request.headers['if-none-match']?.includes(etagOf(key));
    if (seen) return reply.code(304).header('etag', etagOf(key)).header('cache-control', forEver).send();

    const bytes = type && (await storage.get(key));
    if (!bytes) return reply.code(404).type('text/plain; charset=utf-8').send('没有这个文件');
    return reply.type(type).header('etag', etagOf(key)).header('cache-control', forEver).send(bytes);
  });
}

/** The key names its content, so whoever has an answer to it has the right one. */
function etagOf(key: string) {
  return `"${key}"`;
}
