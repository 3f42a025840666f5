import { adminOverview, adminReadings, office } from '@mojian/contract/operations/office';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import { enterOffice } from './office.ts';
import { showOverview } from './overview.ts';
import { listReadings, showReadings } from './readings.ts';

type Deps = { db: Db; version: string; presence: Presence };

export function routes(serve: Serve, { version, ...deps }: Deps) {
  serve(office, {
    enter: (_, { viewer }) => enterOffice(deps.db, viewer, version),
  });
  serve(adminOverview, {
    show: (_, { viewer }) => showOverview(deps, viewer),
  });
  serve(adminReadings, {
    list: ({ query }) => listReadings(deps.db, query),
    article: ({ query }) => showReadings(deps.db, query.id),
  });
}
