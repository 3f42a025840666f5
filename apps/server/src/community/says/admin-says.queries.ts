import { contains } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

export type SayFilter = { state: 'all' | 'shown' | 'held'; text: string; author: string };

/** What is for its author only is nobody else's. */
const filtered = (db: Db, { state, text, author }: SayFilter) =>
  db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .$if(author !== '', (rows) => rows.where(contains('users.nickname', author)))
    .where('says.isPublic', '=', 1)
    .$if(state !== 'all', (rows) => rows.where('says.state', '=', state as 'held'))
    .$if(text !== '', (rows) => rows.where(contains('says.text', text)));

/** Also held ones, the newest first. */
export function listSays(db: Db, filter: SayFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .select(['says.id', 'says.text', 'says.pictures', 'says.state', 'says.reasons', 'says.place'])
    .select(['says.likes', 'says.comments', 'says.createdAt', 'says.authorId', 'users.nickname', 'users.avatar'])
    .select((row) =>
      row
        .selectFrom('reports')
        .whereRef('reports.sayId', '=', 'says.id')
        .where('reports.settledAt', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('reports'),
    )
    .orderBy('says.createdAt', 'desc')
    .orderBy('says.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countSays(db: Db, filter: SayFilter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
