import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitOf } from '../http/rate-limit.ts';

type ByToken = { Params: { token: string } };

/** `asking`: a button that posts to the page's own address; `done` and `wrong`: what came of it. */
export type QuestionState = 'asking' | 'done' | 'wrong';

type Question = {
  /** Path before the token. */
  path: string;
  page: (state: QuestionState, token: string) => Promise<{ html: string; policy: string }>;
  /** Whether the token is a good one. */
  isGood: (token: string) => Promise<boolean>;
  /** Does what was asked; false for a token that is not good. */
  answer: (token: string) => Promise<boolean>;
};

const config = { rateLimit: limitOf({ access: 'anyone', limit: { most: 120, seconds: 60 } }) };
const bodyLimit = 4096;

/**
 * Serves the address of a letter's link: mail programs may post to it, people press a button on its page, and neither logs
 * in. GET changes nothing, since scanners follow every link of a mail.
 */
export function questionRoutes(app: FastifyInstance, { path, page, isGood, answer }: Question) {
  const show = async (reply: FastifyReply, token: string, state: QuestionState) => {
    const { html, policy } = await page(state, token);
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
    scope.get<ByToken>(`${path}/:token`, { config }, async ({ params }, reply) =>
      show(reply, params.token, (await isGood(params.token)) ? 'asking' : 'wrong'),
    );
    scope.post(`${path}/:token`, { config }, async ({ params }: FastifyRequest<ByToken>, reply) =>
      show(reply, params.token, (await answer(params.token)) ? 'done' : 'wrong'),
    );
  });
}
