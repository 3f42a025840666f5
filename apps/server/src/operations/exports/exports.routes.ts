import { Readable } from 'node:stream';
import { exports } from '@mojian/contract/operations/exports';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { limitOf } from '../../platform/http/rate-limit.ts';
import { archiveAddress, archiveState, openArchive, startArchive } from './exports.ts';

export function exportRoutes(serve: Serve, { db }: { db: Db }) {
  serve(exports.start, (_input, { viewer }) => startArchive(db, viewer));
  serve(exports.state, (_input, { viewer }) => archiveState(db, viewer));
  serve(exports.address, (_input, { viewer }) => archiveAddress(db, viewer));
}

type TicketQuery = { Querystring: { ticket?: unknown } };

/** A ticket replaces the Authorization header, which a link cannot send. */
export function archiveFileRoutes(app: FastifyInstance, { db }: { db: Db }) {
  const rateLimit = limitOf({ access: 'anyone', limit: { most: 60, seconds: 60 } });
  // No HEAD route: it would consume the ticket.
  app.get<TicketQuery>(
    '/v1/account/export/file',
    { exposeHeadRoute: false, config: { rateLimit } },
    async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      const archive = await openArchive(db, String(request.query.ticket));
      if (!archive)
        return reply
          .code(404)
          .type('text/plain; charset=utf-8')
          .send('下载地址已经用过或已过期，请返回个人中心重新下载。');
      reply.headers({
        'content-disposition': `attachment; filename="${archive.name}"`,
        'content-length': archive.size,
      });
      return reply.type('application/zip').send(Readable.from(archive.parts, { objectMode: false }));
    },
  );
}
