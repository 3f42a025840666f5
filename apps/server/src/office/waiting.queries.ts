import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Schema } from '../db/schema.ts';

/** What waits for somebody: how much, and when the newest of it came. Each is what the list of its screen shows. */
export async function countWaiting(db: Db) {
  const [articles, comments, says, board, chat, links, feedback, reports, lostLinks] = await Promise.all([
    ofArticles(db),
    newest(db.selectFrom('comments').where('state', '=', 'held').where('removedAt', 'is', null), 'createdAt'),
    newest(db.selectFrom('says').where('state', '=', 'held'), 'createdAt'),
    newest(db.selectFrom('boardMessages').where('state', '=', 'held'), 'createdAt'),
    ofGroupChat(db),
    newest(db.selectFrom('links').where('state', '=', 'pending'), 'createdAt'),
    newest(db.selectFrom('feedback').where('settledAt', 'is', null), 'createdAt'),
    newest(db.selectFrom('reports').where('settledAt', 'is', null), 'createdAt'),
    newest(db.selectFrom('links').where('state', '=', 'approved').where('reachable', '=', 0), 'checkedAt'),
  ]);
  return { articles, comments, says, board, chat, links, feedback, reports, lostLinks };
}

/** What was handed in and is not in the trash. */
function ofArticles(db: Db) {
  const handedIn = db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .where('drafts.submittedAt', 'is not', null)
    .where('articles.removedAt', 'is', null);
  return newest(handedIn, 'drafts.submittedAt');
}

/** Private rooms are nobody's but of who talks there. */
function ofGroupChat(db: Db) {
  const held = db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .where('rooms.kind', '=', 'group')
    .where('chatMessages.state', '=', 'held');
  return newest(held, 'chatMessages.createdAt');
}

async function newest<Table extends keyof Schema>(rows: SelectQueryBuilder<Schema, Table, object>, column: string) {
  const found = await rows
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number | null>`max(${sql.ref(column)})`.as('newest')])
    .executeTakeFirstOrThrow();
  return { count: Number(found.count), newest: Number(found.newest ?? 0) };
}
