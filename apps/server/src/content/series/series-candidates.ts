import type { SeriesCandidate } from '@mojian/contract/content/series-admin';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './admin-series.queries.ts';
import { noSeries } from './change-series.ts';

const most = 20;

/** What may come into a series: of its author's, what readers see, will see or saw, and is not in it. @throws Failure not-found. */
export async function listCandidates(db: Db, { id, text }: { id: number; text: string }): Promise<SeriesCandidate[]> {
  const series = await queries.findSeries(db, id);
  if (!series) throw noSeries();
  const found = await queries.listCandidates(db, { id, authorId: series.authorId }, { text, limit: most });
  return found.map(({ series: name, ...article }) => ({ ...article, series: name ?? '' }));
}
