import { adminFiles } from '@mojian/contract/core/uploads-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { listForOffice, tellUsage } from './admin-files.ts';
import { removeFiles } from './remove-files.ts';

export function adminFileRoutes(serve: Serve, parts: { db: Db; storage: Storage }) {
  serve(adminFiles.list, ({ query }, { viewer }) => listForOffice(parts.db, viewer, query));
  serve(adminFiles.usage, () => tellUsage(parts.db));
  serve(adminFiles.remove, ({ body }, { viewer }) => removeFiles(parts, viewer, body));
}
