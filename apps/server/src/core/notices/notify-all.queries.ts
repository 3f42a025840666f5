import { type Insertable, sql } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

type Notice = Insertable<Schema['notices']>;

/** Who of these has a notice of the subject, read or not. */
export async function listTold(trx: Trx, userIds: number[], { kind, subject }: Pick<Notice, 'kind' | 'subject'>) {
  if (userIds.length === 0) return new Set<number>();
  const rows = await trx
    .selectFrom('notices')
    .select('userId')
    .where('userId', 'in', userIds)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

export function insertNotices(trx: Trx, notices: Notice[]) {
  return trx
    .insertInto('notices')
    .values(notices)
    .onConflict((known) =>
      known.columns(['userId', 'kind', 'subject']).where(sql<boolean>`"readAt" is null and kind <> 0`).doNothing(),
    )
    .returning(['id', 'userId'])
    .execute();
}

export async function insertActors(trx: Trx, actors: Schema['noticeActors'][]) {
  if (actors.length > 0) await trx.insertInto('noticeActors').values(actors).execute();
}

export function deleteSomeAbout(trx: Trx, subject: string, most: number) {
  return trx
    .deleteFrom('notices')
    .where('id', 'in', trx.selectFrom('notices').select('id').where('subject', '=', subject).limit(most))
    .returning('userId')
    .execute();
}
