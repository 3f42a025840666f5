import { sql } from 'kysely';
import { contains } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

export type BoardFilter = { state: 'all' | 'shown' | 'held'; text: string; author: string };

const filtered = (db: Db, { state, text, author }: BoardFilter) =>
  db
    .selectFrom('boardMessages')
    .leftJoin('users', 'users.id', 'boardMessages.authorId')
    .$if(author !== '', (rows) =>
      rows.where(({ or }) => or([contains('users.nickname', author), contains('boardMessages.nickname', author)])),
    )
    .$if(state !== 'all', (rows) => rows.where('boardMessages.state', '=', state as 'held'))
    .$if(text !== '', (rows) => rows.where(contains('boardMessages.text', text)));

/** Also held ones, the newest first. */
export function listMessages(db: Db, filter: BoardFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .select(['boardMessages.id', 'boardMessages.text', 'boardMessages.state', 'boardMessages.reasons'])
    .select(['boardMessages.place', 'boardMessages.createdAt', 'boardMessages.authorId'])
    .select(sql<string>`coalesce(users.nickname, "boardMessages".nickname)`.as('nickname'))
    .select(sql<string>`coalesce(users.avatar, '')`.as('avatar'))
    .select((row) =>
      row
        .selectFrom('reports')
        .whereRef('reports.messageId', '=', 'boardMessages.id')
        .where('reports.settledAt', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('reports'),
    )
    .orderBy('boardMessages.createdAt', 'desc')
    .orderBy('boardMessages.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countMessages(db: Db, filter: BoardFilter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
