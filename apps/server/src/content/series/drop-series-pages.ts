import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { listItems } from './series.queries.ts';

/** The pages that show a series: its own, the list of all, and each of its articles. */
export async function dropSeriesPages(trx: Trx, seriesId: number) {
  const items = await listItems(trx, [seriesId]);
  const tags = ['series', `series:${seriesId}`, ...items.map(({ id }) => `article:${id}`)];
  await enqueue(trx, 'drop-pages', { tags });
}
