import type { Endpoint } from '@mojian/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Calls, callName } from './calls.ts';
import type { Caller, Viewer } from './viewer.ts';

export type FindViewer = (token: string) => Promise<Viewer | null>;

/** Gives every call its HTTP route. Only the Authorization header tells who is calling; cookies are never read. */
export function mountCalls(app: FastifyInstance, calls: Calls, findViewer: FindViewer) {
  for (const endpoint of calls.list()) mount(app, calls, endpoint, findViewer);
}

function mount(app: FastifyInstance, calls: Calls, endpoint: Endpoint, findViewer: FindViewer) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { params, query, body } = request;
      const { envelope } = await calls.answer(
        callName(endpoint),
        { params, query, body },
        await callerOf(request, findViewer),
      );
      return envelope;
    },
  });
}

async function callerOf(request: FastifyRequest, findViewer: FindViewer): Promise<Caller> {
  const token = request.headers.authorization?.replace(/^Bearer /i, '');
  return {
    viewer: token ? await findViewer(token) : null,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
  };
}
