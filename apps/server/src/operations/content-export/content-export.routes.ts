import { adminArticles } from '@mojian/contract/content/articles-admin';
import { adminContent } from '@mojian/contract/operations/content';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { sendOnce } from '../../platform/http/files.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type AdminImportDeps, ImportDesk, startImport } from './admin-import.ts';
import { showMarkdown } from './export-content.ts';
import { receiveContent } from './received.ts';
import { offerContent, openContent } from './write-export.ts';

export function adminContentRoutes(serve: Serve, deps: AdminImportDeps) {
  const desk = new ImportDesk();
  serve(adminContent.download, (_, { viewer }) => offerContent(deps.db, viewer));
  serve(adminArticles.markdown, ({ query }, { viewer }) => showMarkdown(deps.db, viewer, query.id));
  serve(adminContent.upload, (piece, { viewer }) => receiveContent(deps.dataDir, viewer, piece));
  serve(adminContent.work, async () => desk.work);
  serve(adminContent.start, ({ body }, { viewer }) => startImport(desk, deps, viewer, body));
}

export function contentFileRoutes(app: FastifyInstance, deps: { db: Db; storage: Storage; dataDir: string }) {
  sendOnce(app, '/v1/admin/content/file', (ticket) => openContent(deps, ticket));
}
