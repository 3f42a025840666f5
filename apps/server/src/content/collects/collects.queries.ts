import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

type Collect = { articleId: number; userId: number };

/** True when it is new. */
export async function insertCollect(trx: Trx, collect: Collect) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('collects')
    .values({ ...collect, createdAt: Date.now() })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** True when it existed. */
export async function deleteCollect(trx: Trx, { articleId, userId }: Collect) {
  const { numDeletedRows } = await trx
    .deleteFrom('collects')
    .where('articleId', '=', articleId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

export async function listCollected(db: Db, userId: number, { limit, offset }: { limit: number; offset: number }) {
  const rows = await selectCollected(db, userId)
    .select('articles.id')
    .orderBy('collects.createdAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countCollected(db: Db, userId: number) {
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
