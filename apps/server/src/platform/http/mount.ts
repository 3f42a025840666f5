import type { Endpoint } from '@mojian/contract/platform/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readJson, requireFitting } from './bodies.ts';
import { type Calls, callName, type RawInput } from './calls.ts';
import { acceptFiles, receiveFile } from './files.ts';
import { limitOf } from './rate-limit.ts';
import { type Caller, tokenOf, type Viewer } from './viewer.ts';

export type FindViewer = (token: string) => Promise<Viewer | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Authenticated caller. */
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    /** Bytes of a member's JSON body. */
    largestBody?: number;
  }
}

/** Mounts every call on its HTTP route. Only the Authorization header authenticates; cookies are never read. */
export async function mountCalls(app: FastifyInstance, calls: Calls, findViewer: FindViewer) {
  app.decorateRequest('viewer', null);
  readJson(app);
  const takesFiles = ({ uploads }: Endpoint) => uploads !== undefined;
  const all = calls.list();
  for (const endpoint of all) if (!takesFiles(endpoint)) mount(app, calls, endpoint, findViewer);
  await app.register(async (scope) => {
    await acceptFiles(scope);
    for (const endpoint of all) if (takesFiles(endpoint)) mount(scope, calls, endpoint, findViewer);
  });
}

function mount(app: FastifyInstance, calls: Calls, endpoint: Endpoint, findViewer: FindViewer) {
  const name = callName(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false, // nobody asks a call for its headers alone; a third fewer routes to build at a start
    config: { rateLimit: limitOf(endpoint), ...(endpoint.largestBody && { largestBody: endpoint.largestBody }) },
    // before the rate limit, which counts members by account, and before the body is read
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const token = tokenOf(request);
      if (token) request.viewer = await findViewer(token);
    },
    preParsing: async (request) => {
      await calls.admit(name, request.viewer);
      if (endpoint.uploads === undefined) requireFitting(request);
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const caller = callerOf(request, reply);
      const answer = async (raw: RawInput) => (await calls.answer(name, { params, query, ...raw }, caller)).envelope;
      if (endpoint.uploads === undefined) return answer({ body });
      const wanted = { most: endpoint.uploads, name: endpoint.uploadName ?? '图片' };
      return receiveFile(request, wanted, (readBody) => answer({ readBody }));
    },
  });
}

function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  const token = tokenOf(request);
  return {
    viewer: request.viewer,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    ...(token && { token }),
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
  };
}
