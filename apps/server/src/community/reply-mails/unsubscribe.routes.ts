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
 * The address in letters that ends them (RFC 8058). Mail programs post to it by themselves and people press a button
 * there; neither needs a login. Looking at it changes nothing: scanners follow every link of a letter.
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
    // what is posted says nothing that the address does not, in a form or in deps
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
