import { adminSeries } from '@mojian/contract/content/series-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import * as office from './admin-series.ts';
import { arrangeSeries } from './arrange-series.ts';
import { listCandidates } from './series-candidates.ts';

export function adminSeriesRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminSeries.list, ({ query }) => office.listForOffice(db, query));
  serve(adminSeries.items, ({ query }, { viewer }) => office.listItems(db, viewer, query.id));
  serve(adminSeries.create, ({ body }, { viewer }) => office.createSeriesForOffice(db, viewer, body));
  serve(adminSeries.update, ({ body }, { viewer }) => office.updateSeriesForOffice(db, viewer, body));
  serve(adminSeries.candidates, ({ query }) => listCandidates(db, query));
  serve(adminSeries.arrange, ({ body }, { viewer }) => arrangeSeries(db, viewer, body));
  serve(adminSeries.remove, ({ query }, { viewer }) => office.dissolveSeries(db, viewer, query.id));
}
