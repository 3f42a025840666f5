import { adminSays } from '@mojian/contract/community/says-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnSays, listForOffice } from './admin-says.ts';

export function adminSayRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminSays.list, ({ query }) => listForOffice(db, query));
  serve(adminSays.act, ({ body }, { viewer }) => actOnSays(db, viewer, body));
}
