import { adminSeries, seriesCalls } from '@mojian/contract/content/series';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import * as office from './admin-series.ts';
import { arrangeSeries, listCandidates } from './admin-series.ts';
import { createSeries, listOwnSeries, listSeries, removeSeries, showSeries, updateSeries } from './series.ts';

export function seriesRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    seriesCalls.list,
    () => listSeries(db),
    () => ['series', 'articles', 'people'],
  );
  serve(
    seriesCalls.info,
    ({ query }, { viewer }) => showSeries(db, viewer, query.id),
    ({ query }) => [`series:${query.id}`, 'articles', 'people'],
  );
  serve(seriesCalls.mine, (_input, { viewer }) => listOwnSeries(db, viewer));
  serve(seriesCalls.create, ({ body }, { viewer }) => createSeries(db, viewer, body));
  serve(seriesCalls.update, async ({ body }, { viewer }) => {
    await updateSeries(db, viewer, body);
    return null;
  });
  serve(seriesCalls.remove, async ({ query }, { viewer }) => {
    await removeSeries(db, viewer, query.id);
    return null;
  });
}

export function adminSeriesRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminSeries.list, ({ query }) => office.listAdminSeries(db, query));
  serve(adminSeries.items, ({ query }, { viewer }) => office.listSeriesArticles(db, viewer, query.id));
  serve(adminSeries.create, ({ body }, { viewer }) => office.createSeriesForOffice(db, viewer, body));
  serve(adminSeries.update, ({ body }, { viewer }) => office.updateSeriesForOffice(db, viewer, body));
  serve(adminSeries.candidates, ({ query }) => listCandidates(db, query));
  serve(adminSeries.arrange, ({ body }, { viewer }) => arrangeSeries(db, viewer, body));
  serve(adminSeries.remove, ({ query }, { viewer }) => office.dissolveSeries(db, viewer, query.id));
}
