import { COVER_COUNT } from '@mojian/contract/core/cover-number';
import type { FastifyInstance } from 'fastify';
import { coverFromFileName, coverPicture, coverUrl, DRAWING_VERSION } from './cover.ts';
import type { drawCover } from './draw-cover.ts';

type Options = {
  folder: string;
  /** Whether an article has this large character, of which there are too many to draw for anybody who asks. */
  isUsed: (number: number) => Promise<boolean>;
  draw?: typeof drawCover;
};

/** Serves the drawn covers, cached below `folder`. An address of an older drawing redirects to today's. */
export function coverRoutes(app: FastifyInstance, { folder, isUsed, draw }: Options): void {
  app.get<{ Params: { version: string; name: string } }>('/cover/:version/:name', async (request, reply) => {
    const cover = coverFromFileName(request.params.name);
    const version = Number(/^v([1-9]\d{0,2})$/.exec(request.params.version)?.[1]);
    reply.header('x-content-type-options', 'nosniff');
    const isKnown = cover && (cover.number < COVER_COUNT || (await isUsed(cover.number)));
    if (!isKnown || !(version <= DRAWING_VERSION)) {
      return reply.code(404).type('text/plain; charset=utf-8').send('没有这张封面');
    }
    if (version < DRAWING_VERSION) return reply.redirect(coverUrl(cover));

    const picture = await coverPicture(folder, cover, draw);
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(picture);
  });
}
