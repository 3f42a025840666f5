import { Readable } from 'node:stream';
import { Failure } from '@mojian/contract/failures';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../limits/address-key.ts';
import { RepliesUnderWay } from './replies-under-way.ts';
import type { Storage } from './storage.ts';
import { typeOfKey } from './storage-key.ts';

const forEver = 'public, max-age=31536000, immutable';

/** Serves kept pictures at `/files/<key>`, as pictures and nothing else. A key never changes its bytes. */
export function storageRoutes(app: FastifyInstance, storage: Storage): void {
  const underWay = new RepliesUnderWay({ ofAddress: 100, atAll: 400 });
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const key = request.params['*'];
    const type = typeOfKey(key);
    reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox");
    const seen = type && request.headers['if-none-match']?.includes(etagOf(key));
    if (seen) return reply.code(304).header('etag', etagOf(key)).header('cache-control', forEver).send();

    if (type && !underWay.begin(addressKey(request.ip), reply.raw))
      throw new Failure('too-many-requests', '同时打开的图片太多，请稍后再试', undefined, 5);
    const file = type && (await storage.open(key));
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('没有这个文件');
    reply.type(type).header('etag', etagOf(key)).header('cache-control', forEver).header('content-length', file.size);
    if (request.method !== 'HEAD' || file.body instanceof Uint8Array) return reply.send(file.body);
    file.body.destroy();
    return reply.send(Readable.from([]));
  });
}

/** The key names its content, so whoever has an answer to it has the right one. */
function etagOf(key: string) {
  return `"${key}"`;
}
