import { audit } from '@mojian/contract/admin/audit';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { listAudit } from './admin-audit.ts';

export function adminAuditRoutes(serve: Serve, { db }: { db: Db }) {
  serve(audit.list, ({ query }) => listAudit(db, query));
}
