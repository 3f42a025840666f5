import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitOf } from './limit-calls.ts';

const rateLimit = limitOf({ access: 'anyone', limit: { most: 60, seconds: 60 } });

/** The API for people at /docs and for programs at /openapi.json. */
export async function serveDocs(app: FastifyInstance, document: object) {
  const json = Buffer.from(JSON.stringify(document)); // once: a megabyte for each who asks
  app.get('/openapi.json', { config: { rateLimit } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  );
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiHooks: { onRequest: toTheDocument },
  });
}

/** The page’s own copies of it would be written anew for each who asks. */
async function toTheDocument({ routeOptions: { url = '' } }: FastifyRequest, reply: FastifyReply) {
  if (url.endsWith('/json') || url.endsWith('/yaml')) return reply.redirect('/openapi.json', 301);
}
