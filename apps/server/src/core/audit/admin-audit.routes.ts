import { audit } from '@mojian/contract/core/audit';
import type { Db } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { listAudit, offerAudit } from './admin-audit.ts';

export function routes(serve: Serve, { db, tables }: { db: Db; tables: Tables }) {
  serve(audit, {
    list: ({ query }) => listAudit({ db, tables }, query),
    download: ({ body }, { viewer }) => offerAudit(db, viewer, body),
  });
}
