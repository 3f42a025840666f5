import type { FastifyInstance } from 'fastify';
import type { Storage } from './storage.ts';
import { typeOfKey } from './storage-key.ts';

/** Serves kept pictures at `/files/<key>`, as pictures and nothing else. A key never changes its bytes. */
export function storageRoutes(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const key = request.params['*'];
    const type = typeOfKey(key);
    const bytes = type && (await storage.get(key));
    reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox");
    if (!bytes) return reply.code(404).type('text/plain; charset=utf-8').send('没有这个文件');
    return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes);
  });
}
