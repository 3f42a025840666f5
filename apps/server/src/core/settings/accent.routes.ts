import type { FastifyInstance } from 'fastify';

type AccentQuery = { Querystring: { colour?: string } };

/** Style sheet of an accent colour. It depends on nothing else and never changes. */
export function accentRoutes(app: FastifyInstance) {
  app.get<AccentQuery>('/accent.css', async ({ query }, reply) => {
    const colour = `#${query.colour ?? ''}`;
    if (!/^#[0-9a-f]{6}$/.test(colour)) return reply.callNotFound();
    const { accentSheet } = await import('@mojian/ui/accent');
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(accentSheet(colour));
  });
}
