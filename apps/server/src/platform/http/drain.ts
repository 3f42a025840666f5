import type { FastifyInstance } from 'fastify';

/** Whether a process is about to stop and takes no new work. */
export class Drain {
  isDraining = false;
}

/**
 * While the process drains: fails `/readyz`, so that a proxy which asks sends readers elsewhere, and closes each
 * connection with its next answer, so that none is cut between two requests.
 */
export function drainConnections(app: FastifyInstance, drain: Drain) {
  app.addHook('onRequest', (request, reply, next) => {
    if (!drain.isDraining) return next();
    reply.raw.setHeader('connection', 'close');
    if (request.url !== '/readyz') return next();
    reply.code(503).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('stopping\n');
  });
}
