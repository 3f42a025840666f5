import { adminSays } from '@mojian/contract/admin/says';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { actOnSays, listForOffice } from './admin-says.ts';

export function adminSayRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminSays.list, ({ query }) => listForOffice(db, query));
  serve(adminSays.act, ({ body }, { viewer }) => actOnSays(db, viewer, body));
}
