import { adminFiles } from '@mojian/contract/admin/files';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Storage } from '../storage/storage.ts';
import { listForOffice, tellUsage } from './admin-files.ts';
import { removeFiles } from './remove-files.ts';

export function adminFileRoutes(serve: Serve, parts: { db: Db; storage: Storage }) {
  serve(adminFiles.list, ({ query }, { viewer }) => listForOffice(parts.db, viewer, query));
  serve(adminFiles.usage, () => tellUsage(parts.db));
  serve(adminFiles.remove, ({ body }, { viewer }) => removeFiles(parts, viewer, body));
}
