import type { FastifyInstance } from 'fastify';
import { auditFileRoutes } from './core/audit/admin-audit.routes.ts';
import { backupFileRoutes } from './operations/backups/admin-backups.routes.ts';
import { contentFileRoutes } from './operations/content-export/content-export.routes.ts';
import { archiveFileRoutes } from './operations/exports/exports.routes.ts';
import type { Db } from './platform/db/schema.ts';
import type { Storage } from './platform/storage/storage.ts';

/** What is taken home as a file: it comes as it is, outside the API's envelope. */
export function downloadRoutes(app: FastifyInstance, parts: { db: Db; storage: Storage; dataDir: string }) {
  archiveFileRoutes(app, parts);
  backupFileRoutes(app, parts);
  auditFileRoutes(app, parts);
  contentFileRoutes(app, parts);
}
