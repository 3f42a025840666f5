import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Which of a member's notices: one, all of a kind, or all. */
export type Which = { id?: number | undefined; kind?: number | undefined };

export async function countUnread(db: Db, userId: number) {
  return selectUnread(db, userId).execute();
}

/** Counted in the index of the unread alone, however many were read. */
export function selectUnread(db: Db, userId: number) {
  return db
    .selectFrom('notices')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('userId', '=', userId)
    .where(sql<boolean>`"readAt" is null`)
    .groupBy('kind');
}

/** Newest first, from just after `before`. */
type NoticePage = {
  userId: number;
  kind: number;
  before: number[] | undefined;
  limit: number;
  offset?: number | undefined;
};

export function selectNotices(db: Db, { userId, kind, before, limit, offset = 0 }: NoticePage) {
  return db
    .selectFrom('notices')
    .select(['id', 'kind', 'subject', 'reason', 'count', 'text', 'title', 'link', 'readAt', 'createdAt'])
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .$if(before !== undefined, (older) => older.where(sql<boolean>`("createdAt", id) < (${sql.join(before ?? [])})`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
}

export async function countNotices(db: Db, userId: number, kind: number) {
  const { total } = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The newest who did it, a few of each notice: of one that thousands did, no more are looked at. */
export async function listActors(db: Db, noticeIds: number[], ofEach: number) {
  const [first, ...others] = noticeIds.map((id) =>
    db
      .selectFrom(
        db
          .selectFrom('noticeActors')
          .select(['noticeId', 'actorId', 'createdAt'])
          .where('noticeId', '=', id)
          .orderBy('createdAt', 'desc')
          .orderBy('actorId', 'desc')
          .limit(ofEach)
          .as('newest'),
      )
      .selectAll(),
  );
  if (!first) return [];
  const newest = others.reduce((all, one) => all.unionAll(one), first).as('actors');
  return db
    .selectFrom(newest)
    .innerJoin('users', 'users.id', 'actors.actorId')
    .select(['actors.noticeId', 'users.id', 'users.nickname', 'users.avatar'])
    .orderBy('actors.createdAt', 'desc')
    .orderBy('actors.actorId', 'desc')
    .execute();
}

/** How many were not read before. */
export async function markRead(trx: Trx, userId: number, { id, kind }: Which) {
  const { numUpdatedRows } = await trx
    .updateTable('notices')
    .set({ readAt: Date.now() })
    .where('userId', '=', userId)
    .where(sql<boolean>`"readAt" is null`)
    .$if(id !== undefined, (notices) => notices.where('id', '=', id ?? 0))
    .$if(kind !== undefined, (notices) => notices.where('kind', '=', kind ?? 0))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function deleteNotices(trx: Trx, userId: number, { id, kind }: Which) {
  const { numDeletedRows } = await trx
    .deleteFrom('notices')
    .where('userId', '=', userId)
    .$if(id !== undefined, (notices) => notices.where('id', '=', id ?? 0))
    .$if(kind !== undefined, (notices) => notices.where('kind', '=', kind ?? 0))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function hasNotice(trx: Trx, userId: number, id: number) {
  const own = trx.selectFrom('notices').select('id').where('userId', '=', userId).where('id', '=', id);
  return (await own.executeTakeFirst()) !== undefined;
}
