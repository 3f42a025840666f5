import type { Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Closed accounts whose time to come back is over. The last owner's is never among them, whatever its row says. */
export function listDue(db: Db | Trx, now: number) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'keepWritings'])
    .where('closesAt', '>', 0)
    .where('closesAt', '<=', now)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('role', '<>', 'owner'),
        exists(selectFrom('users as other').select('id').where('role', '=', 'owner').where('closesAt', 'is', null)),
      ]),
    )
    .orderBy('closesAt')
    .execute();
}

/** Whatever lets somebody in, and whatever the site kept for them alone. */
export async function deleteBelongings(trx: Trx, userId: number) {
  const logins = ['sessions', 'passkeys', 'socialLinks', 'wechatCodes', 'signIns', 'dataArchives'] as const;
  const own = [...logins, 'notices', 'mailThreads', 'mailNotices', 'memberNotes'] as const;
  for (const table of own)
    await trx
      .deleteFrom(table as 'sessions')
      .where('userId', '=', userId)
      .execute();
  await trx
    .deleteFrom('follows')
    .where(({ or, eb }) => or([eb('followerId', '=', userId), eb('followedId', '=', userId)]))
    .execute();
  await trx
    .deleteFrom('blocks')
    .where(({ or, eb }) => or([eb('userId', '=', userId), eb('blockedId', '=', userId)]))
    .execute();
  await trx.deleteFrom('unlocks').where('reader', '=', `user:${userId}`).execute();
}

/** Takes away what a member collected, off the counters as well. Returns the articles. */
export async function deleteCollects(trx: Trx, userId: number) {
  const collects = await trx.deleteFrom('collects').where('userId', '=', userId).returning('articleId').execute();
  const ids = collects.map(({ articleId }) => articleId).sort((a, b) => a - b);
  for (const id of ids)
    await trx
      .updateTable('articles')
      .set((article) => ({ collects: article('collects', '-', 1) }))
      .where('id', '=', id)
      .execute();
  return ids;
}

export async function deleteMail(trx: Trx, email: string) {
  await trx.deleteFrom('mailCodes').where('email', '=', email).execute();
  await trx.deleteFrom('keptMails').where('recipient', '=', email).execute();
}

export async function updateUser(db: Db | Trx, id: number, change: Updateable<Schema['users']>) {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Board messages carry the name they were written under. */
export async function renameOnBoard(trx: Trx, authorId: number, nickname: string) {
  await trx.updateTable('boardMessages').set({ nickname }).where('authorId', '=', authorId).execute();
}
