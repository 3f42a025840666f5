import { accentSheet } from '@mojian/ui/accent';
import type { FastifyInstance } from 'fastify';

type Asked = { Querystring: { colour?: string } };

/** The style sheet of a colour. It says nothing else of the site, so it never changes. */
export function accentRoutes(app: FastifyInstance) {
  app.get<Asked>('/accent.css', async ({ query }, reply) => {
    const colour = `#${query.colour ?? ''}`;
    if (!/^#[0-9a-f]{6}$/.test(colour)) return reply.callNotFound();
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(accentSheet(colour));
  });
}
