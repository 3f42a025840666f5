import type { PageQuery } from '@mojian/contract/platform/fields';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { countAct, publishedArticle } from '../articles/acts.ts';
import { cardsOf } from '../articles/cards.ts';
import * as queries from './collects.queries.ts';

/** Collects a published article; collecting twice counts once. */
export function collect(db: Db, viewer: Viewer, articleId: number) {
  return db.transaction().execute((trx) => set(trx, { articleId, userId: viewer.id }, true));
}

/** Removes a collect; a missing one is no error. */
export function uncollect(db: Db, viewer: Viewer, articleId: number) {
  return db.transaction().execute((trx) => set(trx, { articleId, userId: viewer.id }, false));
}

/** Lists the member's collects, newest first, without articles that are no longer public. */
export async function listCollects(db: Db, viewer: Viewer, page: PageQuery) {
  const [ids, total] = await Promise.all([
    queries.listCollected(db, viewer.id, sliceOf(page)),
    queries.countCollected(db, viewer.id),
  ]);
  return inPages(await cardsOf(db, ids), total, page);
}

async function set(trx: Trx, collect: { articleId: number; userId: number }, wanted: boolean) {
  const article = await publishedArticle(trx, collect.articleId);
  const isChanged = await (wanted ? queries.insertCollect : queries.deleteCollect)(trx, collect);
  const change = isChanged ? (wanted ? 1 : -1) : 0;
  const collects = await countAct(trx, { article, userId: collect.userId, counter: 'collects', change });
  return { collected: wanted, collects };
}
