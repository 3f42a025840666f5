import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '../../platform/client-address.ts';
import type { Db } from '../../platform/db/schema.ts';
import { limitOf } from '../../platform/http/rate-limit.ts';
import { tokenOf } from '../../platform/http/viewer.ts';
import { isTicketGood } from '../../platform/tickets/tickets.ts';
import type { Seen } from './address.ts';
import { doctorTicket } from './data.ts';

const limit = limitOf({ access: 'anyone', limit: { most: 30, seconds: 60 } });
const largestBody = 32 * 1024 ** 2;

/** Tells `mojian doctor` what its requests look like behind the proxies; to others the address is not there. */
export async function doctorRoutes(app: FastifyInstance, { db, trustProxy }: { db: Db; trustProxy: number }) {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const ticket = tokenOf(request);
      if (!ticket || !(await isTicketGood(db, doctorTicket, ticket))) throw new Failure('not-found', '没有这个接口');
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (request: FastifyRequest) => countBytes(request));

    const config = { rateLimit: limit };
    scope.get('/v1/doctor', { config }, async (request, reply): Promise<Seen> => {
      reply.header('cache-control', 'no-store');
      const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(', ') || null;
      return { address: addressOf(request), forwarded, port: request.socket.remotePort ?? 0, trustProxy };
    });
    scope.post('/v1/doctor', { config }, async ({ body }, reply) => reply.type('text/plain').send(String(body)));
  });
}

async function countBytes({ raw }: FastifyRequest) {
  let bytes = 0;
  for await (const { length } of raw as AsyncIterable<Buffer>) {
    bytes += length;
    if (bytes > largestBody) throw new Failure('too-large');
  }
  return bytes;
}
