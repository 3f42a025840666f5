import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { WorkerFailed } from '../../platform/workers/worker-process.ts';
import type { QuoteCardDeps } from './quote-card-picture.ts';

/** Folder of the drawn quoteCards. */
export function quoteCardFolder(dataDir: string) {
  return join(dataDir, 'quote-cards');
}

const sayName = /^say-([1-9]\d{0,9})\.png$/;

/** Serves quoteCards at the addresses that the call gave, and one of each public say; any other address is not found. */
export function quoteCardRoutes(app: FastifyInstance, deps: QuoteCardDeps) {
  app.get<{ Params: { target: string; file: string } }>('/quote/:target/:file', async ({ params }, reply) => {
    const { readQuoteCard } = await import('./quote-card-address.ts');
    const card = await readQuoteCard(deps.db, params.target, params.file);
    return send(reply, async () => card && (await import('./quote-card-picture.ts')).quoteCardPicture(deps, card));
  });
  app.get<{ Params: { name: string } }>('/quote/:name', async ({ params }, reply) => {
    const [, id] = sayName.exec(params.name) ?? [];
    return send(reply, async () => id && (await import('./quote-card-picture.ts')).sayPicture(deps, Number(id)));
  });
}

async function send(reply: FastifyReply, draw: () => Promise<Uint8Array | '' | undefined>) {
  try {
    const picture = await draw();
    if (picture) return reply.type('image/png').header('cache-control', 'public, max-age=600').send(picture);
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这张笺');
  } catch (error) {
    if (!(error instanceof WorkerFailed || error instanceof PictureRefused)) throw error;
    const busy = { 'cache-control': 'no-store', 'retry-after': '10' };
    return reply.code(503).headers(busy).type('text/plain; charset=utf-8').send('现在画的人太多，请稍后再试');
  }
}
