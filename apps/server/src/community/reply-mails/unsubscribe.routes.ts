import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { limitOf } from '../../platform/http/rate-limit.ts';
import {
  type UnsubscribeState,
  unsubscribe,
  unsubscribePage,
  unsubscribePath,
  whoUnsubscribes,
} from './unsubscribe.ts';

type ByToken = { Params: { token: string } };

const config = { rateLimit: limitOf({ access: 'anyone', limit: { most: 120, seconds: 60 } }) };
const bodyLimit = 4096;

/**
 * Serves the unsubscribe address of mails (RFC 8058): mail programs post to it, people press a button on its page, and
 * neither logs in. GET changes nothing, since scanners follow every link of a mail.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db }: { db: Db }) {
  const answer = async (reply: FastifyReply, state: UnsubscribeState) => {
    const { html, policy } = unsubscribePage((await readSettings(db)).identity, state);
    return reply
      .code(state === 'wrong' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(html);
  };

  app.register(async (scope) => {
    // ignores the body, whatever its type: the address says everything
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit, parseAs: 'string' }, (_request, _body, done) => done(null));
    scope.get<ByToken>(`${unsubscribePath}/:token`, { config }, async ({ params }, reply) =>
      answer(reply, (await whoUnsubscribes(db, params.token)) === undefined ? 'wrong' : 'asking'),
    );
    scope.post(`${unsubscribePath}/:token`, { config }, async (request: FastifyRequest<ByToken>, reply) =>
      answer(reply, (await unsubscribe(db, request.params.token)) ? 'done' : 'wrong'),
    );
  });
}
