import { audit } from '@mojian/contract/core/audit';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { sendOnce } from '../../platform/http/files.ts';
import { listAudit, offerAudit, openAudit } from './admin-audit.ts';

export function adminAuditRoutes(serve: Serve, { db }: { db: Db }) {
  serve(audit.list, ({ query }) => listAudit(db, query));
  serve(audit.download, ({ body }, { viewer }) => offerAudit(db, viewer, body));
}

export function auditFileRoutes(app: FastifyInstance, { db }: { db: Db }) {
  sendOnce(app, '/v1/admin/audit/file', (ticket) => openAudit(db, ticket));
}
