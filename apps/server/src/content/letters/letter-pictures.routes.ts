import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { WorkerFailed } from '../../platform/workers/worker-process.ts';
import type { LetterDeps } from './letter-picture.ts';

/** Folder of the drawn letters. */
export function letterFolder(dataDir: string) {
  return join(dataDir, 'letters');
}

const sayName = /^say-([1-9]\d{0,9})\.png$/;

/** Serves letters at the addresses that the call gave, and one of each public say; any other address is not found. */
export function letterRoutes(app: FastifyInstance, deps: LetterDeps) {
  app.get<{ Params: { target: string; file: string } }>('/letter/:target/:file', async ({ params }, reply) => {
    const { readLetter } = await import('./letter-address.ts');
    const letter = await readLetter(deps.db, params.target, params.file);
    return send(reply, async () => letter && (await import('./letter-picture.ts')).letterPicture(deps, letter));
  });
  app.get<{ Params: { name: string } }>('/letter/:name', async ({ params }, reply) => {
    const [, id] = sayName.exec(params.name) ?? [];
    return send(reply, async () => id && (await import('./letter-picture.ts')).sayPicture(deps, Number(id)));
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
