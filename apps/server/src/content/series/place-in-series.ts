import type { Trx } from '../../platform/db/schema.ts';
import { dropSeriesPages } from './drop-series-pages.ts';
import * as queries from './place.queries.ts';
import { updateOwn } from './series.queries.ts';

/**
 * Puts an article at the end of a series of its author's, or takes it out of any, in the transaction that publishes it.
 * One that is in the series already keeps its place. A series that is another's, or dissolved meanwhile, is none.
 */
export async function placeInSeries(trx: Trx, articleId: number, seriesId: number | null) {
  const article = await queries.findPlace(trx, articleId);
  if (!article || article.seriesId === seriesId) return;
  if (article.seriesId !== null) await dropSeriesPages(trx, article.seriesId);
  const { authorId } = article;
  if (seriesId === null || !(await updateOwn(trx, { id: seriesId, authorId })))
    return queries.setPlace(trx, articleId, { seriesId: null, seriesPosition: 0 });

  const seriesPosition = (await queries.lastPosition(trx, seriesId)) + 1;
  await queries.setPlace(trx, articleId, { seriesId, seriesPosition });
  await dropSeriesPages(trx, seriesId);
}
