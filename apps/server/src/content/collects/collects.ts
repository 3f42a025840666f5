import type { PageQuery } from '@mojian/contract/platform/fields';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { countAct, publishedArticle, refusePage } from '../articles/acts.ts';
import { cardsOf } from '../articles/cards.ts';

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
  const [ids, total] = await Promise.all([listCollected(db, viewer.id, sliceOf(page)), countCollected(db, viewer.id)]);
  return inPages(await cardsOf(db, ids), total, page);
}

async function set(trx: Trx, collect: { articleId: number; userId: number }, wanted: boolean) {
  const article = await publishedArticle(trx, collect.articleId);
  refusePage(article, '收藏');
  const isChanged = await (wanted ? insertCollect : deleteCollect)(trx, collect);
  const change = isChanged ? (wanted ? 1 : -1) : 0;
  const collects = await countAct(trx, { article, userId: collect.userId, counter: 'collects', change });
  return { collected: wanted, collects };
}

type Collect = { articleId: number; userId: number };

/** True when it is new. */
async function insertCollect(trx: Trx, collect: Collect) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('collects')
    .values({ ...collect, createdAt: Date.now() })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** True when it existed. */
async function deleteCollect(trx: Trx, { articleId, userId }: Collect) {
  const { numDeletedRows } = await trx
    .deleteFrom('collects')
    .where('articleId', '=', articleId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

async function listCollected(db: Db, userId: number, { limit, offset }: { limit: number; offset: number }) {
  const rows = await selectCollected(db, userId)
    .select('articles.id')
    .orderBy('collects.createdAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

async function countCollected(db: Db, userId: number) {
  const { total } = await selectCollected(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function selectCollected(db: Db, userId: number) {
  return db
    .selectFrom('collects')
    .innerJoin('articles', 'articles.id', 'collects.articleId')
    .where('collects.userId', '=', userId)
    .where(listed);
}
