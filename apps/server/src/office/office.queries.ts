import type { SelectQueryBuilder } from 'kysely';
import type { Db, Schema } from '../db/schema.ts';

const count = async (db: Db, table: 'comments' | 'says' | 'boardMessages' | 'chatMessages') =>
  counted(db.selectFrom(table).where('state', '=', 'held'));

/** How much waits for somebody, by menu entry. */
export async function countWaiting(db: Db) {
  const [articles, comments, says, board, chat, links, feedback, reports] = await Promise.all([
    counted(
      db
        .selectFrom('drafts')
        .innerJoin('articles', 'articles.id', 'drafts.articleId')
        .where('drafts.submittedAt', 'is not', null)
        .where('articles.removedAt', 'is', null),
    ),
    count(db, 'comments'),
    count(db, 'says'),
    count(db, 'boardMessages'),
    count(db, 'chatMessages'),
    counted(db.selectFrom('links').where('state', '=', 'pending')),
    counted(db.selectFrom('feedback').where('settledAt', 'is', null)),
    counted(db.selectFrom('reports').where('settledAt', 'is', null)),
  ]);
  return { articles, comments, says, board, chat, links, feedback, reports };
}

async function counted<Table extends keyof Schema>(rows: SelectQueryBuilder<Schema, Table, object>) {
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

export function findPerson(db: Db, id: number) {
  return db.selectFrom('users').select(['id', 'nickname', 'avatar']).where('id', '=', id).executeTakeFirstOrThrow();
}
