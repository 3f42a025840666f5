import type { FastifyInstance } from 'fastify';
import type { ReceiveDeps } from './receive.ts';

const path = '/wechat/callback';
const maxBytes = 64 * 1024;
/** WeChat waits five seconds and then sends again. */
const timeoutMs = 4500;

type Deps = ReceiveDeps & { milliseconds?: number };

/** Receives messages of the official account's followers from WeChat's server, authenticated by its signature alone. */
export function wechatCallbackRoutes(app: FastifyInstance, { milliseconds = timeoutMs, ...deps }: Deps) {
  app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );

    scope.get(path, async (request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await (await import('./receive.ts')).echo(deps.db, request.query)),
    );
    scope.post(path, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const { receive } = await import('./receive.ts');
      const answer = await withTimeout(receive(deps, request.query, body), milliseconds);
      const type = answer.startsWith('<') ? 'application/xml' : 'text/plain';
      return reply.type(`${type}; charset=utf-8`).send(answer);
    });
  });
}

/** Answers `success`, which shows the follower nothing, after the timeout. */
async function withTimeout(answer: Promise<string>, milliseconds: number) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, milliseconds, 'success');
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
