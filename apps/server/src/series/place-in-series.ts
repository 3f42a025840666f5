import { Failure } from '@mojian/contract/failures';
import type { Trx } from '../db/schema.ts';
import { dropSeriesPages } from './drop-series-pages.ts';
import * as queries from './place.queries.ts';
import { updateOwn } from './series.queries.ts';

/**
 * Puts an article at the end of a series of its author's, or takes it out of any, in the transaction that publishes it.
 * One that is in the series already keeps its place.
 * @throws Failure not-found when the author has no such series.
 */
export async function placeInSeries(trx: Trx, articleId: number, seriesId: number | null) {
  const article = await queries.findPlace(trx, articleId);
  if (!article || article.seriesId === seriesId) return;
  if (article.seriesId !== null) await dropSeriesPages(trx, article.seriesId);
  if (seriesId === null) return queries.setPlace(trx, articleId, { seriesId, seriesPosition: 0 });

  const { authorId } = article;
  if (!(await updateOwn(trx, { id: seriesId, authorId }))) throw new Failure('not-found', '专栏不存在', 'seriesId');
  const seriesPosition = (await queries.lastPosition(trx, seriesId)) + 1;
  await queries.setPlace(trx, articleId, { seriesId, seriesPosition });
  await dropSeriesPages(trx, seriesId);
}
