import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { limitOf } from './limit-calls.ts';

/** `size` and `type` left out: not known before, and a zip. */
type File = { name: string; size?: number; type?: string; stream: Readable };
type Asked = { Querystring: { ticket?: unknown } };

/**
 * A file that the back office gave an address of one use to. The ticket stands in for the Authorization header, which a
 * link cannot carry. `open` gives nothing for a wrong, used or old ticket.
 */
export function sendOnce(app: FastifyInstance, url: string, open: (ticket: string) => Promise<File | undefined>) {
  const rateLimit = limitOf({ access: 'anyone', limit: { most: 30, seconds: 60 } });
  // Without HEAD: looking would use the ticket up.
  app.get<Asked>(url, { exposeHeadRoute: false, config: { rateLimit } }, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const file = await open(String(request.query.ticket));
    if (!file)
      return reply.code(404).type('text/plain; charset=utf-8').send('下载地址已经用过或已过期，请返回后台重新下载。');
    reply.header('content-disposition', `attachment; filename="${file.name}"`);
    if (file.size !== undefined) reply.header('content-length', file.size);
    return reply.type(file.type ?? 'application/zip').send(file.stream);
  });
}
