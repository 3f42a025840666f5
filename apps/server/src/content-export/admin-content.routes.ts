import { adminContent } from '@mojian/contract/admin/content';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { sendOnce } from '../http/send-once.ts';
import type { Storage } from '../storage/storage.ts';
import { offerContent, openContent } from './admin-content.ts';

export function adminContentRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminContent.download, (_, { viewer }) => offerContent(db, viewer));
}

export function contentFileRoutes(app: FastifyInstance, parts: { db: Db; storage: Storage; dataDir: string }) {
  sendOnce(app, '/v1/admin/content/file', (ticket) => openContent(parts, ticket));
}
