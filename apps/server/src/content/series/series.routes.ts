import { seriesCalls } from '@mojian/contract/content/series';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { createSeries, removeSeries, updateSeries } from './change-series.ts';
import { listOwnSeries, listSeries, showSeries } from './series.ts';

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
