import { adminArticles } from '@mojian/contract/content/articles-admin';
import { adminContent } from '@mojian/contract/operations/content';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { sendOnce } from '../../platform/http/files.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { AdminImportDeps } from './admin-import.ts';
import { ImportDesk } from './import-desk.ts';
import { receiveContent } from './received.ts';
import { offerContent, openContent } from './write-export.ts';

/** Importing and exporting, with all they need, are loaded on first use: a start does without their parsers. */
export function adminContentRoutes(serve: Serve, deps: AdminImportDeps) {
  const desk = new ImportDesk();
  serve(adminContent.download, (_, { viewer }) => offerContent(deps.db, viewer));
  serve(adminArticles.markdown, async ({ query }, { viewer }) => {
    const { showMarkdown } = await import('./export-content.ts');
    return showMarkdown(deps.db, viewer, query.id);
  });
  serve(adminContent.upload, (piece, { viewer }) => receiveContent(deps.dataDir, viewer, piece));
  serve(adminContent.work, async () => desk.work);
  serve(adminContent.start, async ({ body }, { viewer }) => {
    const { startImport } = await import('./admin-import.ts');
    return startImport(desk, deps, viewer, body);
  });
}

export function contentFileRoutes(app: FastifyInstance, deps: { db: Db; storage: Storage; dataDir: string }) {
  sendOnce(app, '/v1/admin/content/file', (ticket) => openContent(deps, ticket));
}
