import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../platform/client-address.ts';
import { type Calls, callName } from '../../platform/http/calls.ts';
import { refusal } from '../../platform/http/errors.ts';
import type { FindViewer } from '../../platform/http/mount.ts';
import { limitsOf } from '../../platform/http/rate-limit.ts';
import { tokenOf } from '../../platform/http/viewer.ts';
import type { createMcp, Serving } from './mcp-server.ts';

const path = '/mcp';
/** Bytes of a message. */
const maxBytes = 1024 * 1024;

type Deps = { calls: Calls; findCaller: FindViewer; version: string; siteUrl: string; siteName: () => Promise<string> };
type Limits = ReturnType<typeof limitsOf>;

/**
 * The Model Context Protocol, stateless, for programs with a key. The package that speaks it is loaded with the first
 * message.
 */
export function mcpRoutes(app: FastifyInstance, { calls, findCaller, siteUrl, ...deps }: Deps) {
  app.register(async (scope) => {
    const limits = limitsOf(app);
    const onError = (err: Error) => scope.log.debug({ err }, 'MCP 的请求没有接受');
    let loaded: ReturnType<typeof loadMcp> | undefined;
    const load = () => {
      loaded ??= loadMcp({ ...deps, onError });
      return loaded;
    };
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({ method: ['GET', 'PUT', 'DELETE'], url: path, exposeHeadRoute: false, handler: refuseMethod });
    scope.post(path, {
      onRequest: (request, reply) => admit(request, reply, { findCaller, limits }),
      handler: async (request, reply) => {
        const serve = await load();
        return send(reply, await serve(webRequest(request, siteUrl), servingOf(request, reply, { calls, limits })));
      },
    });
  });
}

async function loadMcp(deps: Parameters<typeof createMcp>[0]) {
  return (await import('./mcp-server.ts')).createMcp(deps);
}

async function refuseMethod(_request: FastifyRequest, reply: FastifyReply) {
  const text = '这个地址只收 POST：它不保存会话，也不往外推送';
  return reply
    .code(405)
    .header('allow', 'POST')
    .send(refusal(new Failure('invalid-input', text), 405));
}

/** Checks the key before the body is read. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { findCaller, limits }: { findCaller: FindViewer; limits: Limits },
) {
  reply.headers({ 'cache-control': 'no-store', 'www-authenticate': 'Bearer' });
  const token = tokenOf(request);
  request.viewer = token ? await findCaller(token, addressOf(request)) : null;
  if (!request.viewer?.key) throw new Failure('wrong-key', '请带上程序访问的钥匙（Authorization: Bearer mj_…）');
  reply.removeHeader('www-authenticate');
  await limits.ofKey(request, reply);
}

/** Counts each call that a tool makes as if it had come by itself. */
function servingOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { calls, limits }: { calls: Calls; limits: Limits },
): Serving {
  const { viewer, headers } = request;
  if (!viewer?.key) throw new Failure('wrong-key');
  const caller = {
    viewer: { ...viewer, key: viewer.key },
    address: addressOf(request),
    agent: headers['user-agent'] ?? '',
  };
  const limit = async (call: string) => {
    const line = calls.lines().find((one) => callName(one) === call);
    if (line) await limits.ofCall(line, request, reply);
  };
  return { calls, caller, limit };
}

function webRequest({ headers, body }: FastifyRequest, siteUrl: string) {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] satisfies [string, string]] : [],
  );
  return new Request(new URL(path, siteUrl), {
    method: 'POST',
    headers: named,
    body: typeof body === 'string' ? body : '',
  });
}

/** Sends an answer whole: nothing here streams. */
async function send(reply: FastifyReply, answer: Response) {
  for (const [name, value] of answer.headers) reply.header(name, value);
  return reply.code(answer.status).send(await answer.text());
}
