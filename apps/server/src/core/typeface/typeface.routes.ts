import type { FastifyInstance, FastifyReply } from 'fastify';
import { WorkerFailed } from '../../platform/workers/worker-process.ts';
import { cutFont } from './cut-font.ts';
import { figures, type Typeface } from './typeface.ts';

const forEver = 'public, max-age=31536000, immutable';

/** `folder`: where fonts that were cut are kept. */
type Deps = { typeface: Typeface; folder: string };

/** Serves the fonts and the style sheets that pages name, fonts cut at the first request; any other address is not found. */
export function typefaceRoutes(app: FastifyInstance, { typeface, folder }: Deps) {
  app.get<{ Params: { name: string } }>('/fonts/:name', async ({ params: { name } }, reply) => {
    if (name.endsWith('.css')) return send(reply, 'text/css; charset=utf-8', await typeface.sheetOf(name));
    if (name === figures().name) return send(reply, 'font/woff2', figures().bytes);
    const encoded = name.endsWith('.woff2') ? await typeface.encodedOf(name) : undefined;
    try {
      return send(reply, 'font/woff2', encoded && (await cutFont(folder, encoded)));
    } catch (error) {
      if (!(error instanceof WorkerFailed)) throw error;
      return reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '10' }).send('');
    }
  });
}

function send(reply: FastifyReply, type: string, content: string | Uint8Array | undefined) {
  if (!content)
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这个字体');
  return reply.type(type).header('cache-control', forEver).send(content);
}
