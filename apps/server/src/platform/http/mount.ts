import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../client-address.ts';
import { readJson, requireFitting } from './bodies.ts';
import type { CallLine } from './call-sheet.ts';
import { type Calls, callName, type RawInput } from './calls.ts';
import { acceptFiles, receiveFile } from './files.ts';
import { limitOf, limitsOf } from './rate-limit.ts';
import { type Caller, tokenOf, type Viewer } from './viewer.ts';
import { VisitorTurns } from './visitor-turns.ts';

/** @throws Failure for the key of a program that may not be used */
export type FindViewer = (token: string, address: string) => Promise<Viewer | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Authenticated caller. */
    viewer: Viewer | null;
    /** Call at this address. */
    call: CallLine | null;
  }
}

/** Mounts every call on its HTTP address. Only the Authorization header authenticates; cookies are never read. */
export async function mountCalls(app: FastifyInstance, calls: Calls, findViewer: FindViewer) {
  app.decorateRequest('viewer', null);
  app.decorateRequest('call', null);
  readJson(app);
  const mounting = { calls, findViewer, turns: new VisitorTurns(), limits: limitsOf(app) };
  const all = calls.lines();
  const takesFiles = ({ uploads }: CallLine) => uploads !== undefined;
  const isPlain = (line: CallLine) => !takesFiles(line) && !line.path.includes(':');
  mountPlain(app, all.filter(isPlain), mounting);
  for (const line of all) if (!takesFiles(line) && !isPlain(line)) mount(app, line, mounting);
  await app.register(async (scope) => {
    await acceptFiles(scope);
    for (const line of all) if (takesFiles(line)) mount(scope, line, mounting);
  });
}

type Mounting = { calls: Calls; findViewer: FindViewer; turns: VisitorTurns; limits: ReturnType<typeof limitsOf> };

/** Finds calls without parameters by their address in one map: a route for each was a tenth of a start. */
function mountPlain(app: FastifyInstance, lines: CallLine[], mounting: Mounting) {
  const byAddress = new Map(lines.map((line) => [callName(line).replace(/\/$/, ''), line]));
  const find = ({ method, params }: FastifyRequest, root: string) => {
    const { '*': rest } = params as { '*'?: string };
    return byAddress.get(rest === undefined ? `${method} ${root}` : `${method} ${root}/${rest}`);
  };
  const method = [...new Set(lines.map((line) => line.method))];
  for (const root of new Set(lines.map(({ path }) => `/${path.split('/')[1]}`)))
    for (const url of [root, `${root}/*`])
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        onRequest: async (request, reply) => {
          const line = find(request, root);
          if (!line) return;
          await identify(request, reply, line, mounting);
          await mounting.limits.ofCall(line, request, reply);
        },
        preParsing: (request) => admit(mounting, request),
        handler: async (request, reply) => (request.call ? answer(mounting, request, reply, {}) : reply.callNotFound()),
      });
}

/** Mounts a call with parameters in its address, or with a file. */
function mount(app: FastifyInstance, line: CallLine, mounting: Mounting) {
  app.route({
    method: line.method,
    url: line.path,
    exposeHeadRoute: false,
    config: { rateLimit: limitOf(line) },
    // before the rate limit, which counts members by account
    onRequest: (request, reply) => identify(request, reply, line, mounting),
    preParsing: (request) => admit(mounting, request),
    handler: (request, reply) => answer(mounting, request, reply, request.params),
  });
}

async function identify(request: FastifyRequest, reply: FastifyReply, line: CallLine, mounting: Mounting) {
  request.call = line;
  reply.header('cache-control', 'no-store');
  const token = tokenOf(request);
  if (token) request.viewer = await mounting.findViewer(token, addressOf(request));
  await mounting.limits.ofKey(request, reply);
}

/** Checks access and the size of the body before it is read. */
async function admit({ calls }: Mounting, request: FastifyRequest) {
  if (!request.call) return;
  await calls.admit(callName(request.call), request.viewer);
  if (request.call.uploads === undefined) requireFitting(request);
}

async function answer({ calls, turns }: Mounting, request: FastifyRequest, reply: FastifyReply, params: unknown) {
  const { query, body, call } = request;
  if (!call) throw new Failure('not-found');
  const caller = callerOf(request, reply);
  if (!request.viewer && call.method === 'GET') await turns.take(() => !request.raw.socket.destroyed);
  const run = async (raw: RawInput) => (await calls.answer(callName(call), { params, query, ...raw }, caller)).envelope;
  if (call.uploads === undefined) return run({ body });
  const usual = { most: call.uploads, name: call.uploadName ?? '图片' };
  const wanted = request.viewer ? await calls.accepts(callName(call), request.viewer) : undefined;
  return receiveFile(request, wanted ?? usual, (readBody) => run({ readBody }));
}

function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  const token = tokenOf(request);
  return {
    viewer: request.viewer,
    address: addressOf(request),
    agent: request.headers['user-agent'] ?? '',
    ...(token && { token }),
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
  };
}
