import type { FastifyInstance } from 'fastify';
import { limitOf } from '../../platform/http/rate-limit.ts';
import { callbackPath } from './adapter.ts';
import type { CallbackDeps } from './social-callback.ts';

const rateLimit = limitOf({ access: 'anyone', limit: { most: 120, seconds: 60 } });

/** Handles the redirect back from a provider, always redirecting to the front page with the result. */
export function socialCallbackRoutes(app: FastifyInstance, deps: CallbackDeps) {
  app.get(`${callbackPath}/:type`, { exposeHeadRoute: false, config: { rateLimit } }, async (request, reply) => {
    const { answerCallback } = await import('./social-callback.ts');
    const { cookie, address } = await answerCallback(deps, request);
    if (cookie) reply.header('set-cookie', cookie);
    // the address it leads to opens a session: it is neither kept nor told to anybody
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return reply.redirect(address, 302);
  });
}
