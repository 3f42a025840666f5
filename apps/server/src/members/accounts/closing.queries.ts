import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Closed accounts past their two weeks, never the last owner's. */
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

/** Deletes logins and private data. */
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

/** Deletes collects and counts them down. Returns the articles. */
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

/** Writings only their author ever saw, removed in any case. */
const unseen = sql<SqlBool>`(state <> 'published' or "removedAt" is not null)`;
const all = sql<SqlBool>`1 = 1`;

export async function listArticleIds(db: Db, authorId: number, which: 'all' | 'unseen') {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('authorId', '=', authorId)
    .where(which === 'all' ? all : unseen)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes drafts, revisions and share links of articles that stay. */
export async function deleteUnpublished(trx: Trx, authorId: number) {
  const own = trx.selectFrom('articles').select('id').where('authorId', '=', authorId);
  for (const table of ['drafts', 'revisions', 'shares'] as const)
    await trx
      .deleteFrom(table as 'drafts')
      .where('articleId', 'in', own)
      .execute();
}

export async function deleteBoardMessages(trx: Trx, authorId: number, most: number) {
  const some = trx.selectFrom('boardMessages').select('id').where('authorId', '=', authorId).limit(most);
  const rows = await trx.deleteFrom('boardMessages').where('id', 'in', some).returning('id').execute();
  return rows.length;
}
