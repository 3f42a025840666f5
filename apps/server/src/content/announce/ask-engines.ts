import { readSettings } from '../../core/settings/settings.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';

export const tellIndexNow = 'tell-index-now';
export const tellBaidu = 'tell-baidu';

/** Changes of a few seconds go to an engine in one letter. */
const gatheringTime = 10_000;

/**
 * Has the engines told whose keys the owner has set. Baidu counts what it is told, and is told of new articles only.
 */
export async function tellEngines(trx: Trx, articleId: number, { isNew }: { isNew: boolean }) {
  const { indexNowKey, baiduToken } = (await readSettings(trx)).writing;
  const dueAt = Math.ceil(Date.now() / gatheringTime) * gatheringTime;
  if (indexNowKey) await enqueue(trx, tellIndexNow, { articleId }, dueAt);
  if (baiduToken && isNew) await enqueue(trx, tellBaidu, { articleId }, dueAt);
}
