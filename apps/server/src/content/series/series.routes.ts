import { adminSeries, seriesCalls } from '@mojian/contract/content/series';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import * as office from './admin-series.ts';
import { arrangeSeries, listCandidates } from './admin-series.ts';
import { createSeries, listOwnSeries, listSeries, removeSeries, showSeries, updateSeries } from './series.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(seriesCalls, {
    list: { tags: ['series', 'articles', 'people'], handle: () => listSeries(db) },
    info: {
      tags: ({ query }) => [`series:${query.id}`, 'articles', 'people'],
      handle: ({ query }, { viewer }) => showSeries(db, viewer, query.id),
    },
    mine: (_input, { viewer }) => listOwnSeries(db, viewer),
    create: ({ body }, { viewer }) => createSeries(db, viewer, body),
    update: ({ body }, { viewer }) => updateSeries(db, viewer, body),
    remove: ({ query }, { viewer }) => removeSeries(db, viewer, query.id),
  });
  serve(adminSeries, {
    list: ({ query }) => office.listAdminSeries(db, query),
    items: ({ query }, { viewer }) => office.listSeriesArticles(db, viewer, query.id),
    create: ({ body }, { viewer }) => office.createSeriesForOffice(db, viewer, body),
    update: ({ body }, { viewer }) => office.updateSeriesForOffice(db, viewer, body),
    candidates: ({ query }) => listCandidates(db, query),
    arrange: ({ body }, { viewer }) => arrangeSeries(db, viewer, body),
    remove: ({ query }, { viewer }) => office.dissolveSeries(db, viewer, query.id),
  });
}
