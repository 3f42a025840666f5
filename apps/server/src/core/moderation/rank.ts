import { Failure } from '@mojian/contract/platform/failures';
import type { Role } from '@mojian/contract/platform/permissions';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isAbove } from '../identity/roles.ts';

/**
 * Refuses acts of staff on writings of a higher rank; visitors' writings have none.
 * @throws Failure not-allowed
 */
export async function requireRankOver(db: Db | Trx, viewer: Viewer, kind: Written, id: number) {
  const author = await findAuthorRole(db, kind, id);
  if (author && author.id !== viewer.id && isAbove(author.role, viewer.role))
    throw new Failure('not-allowed', '写它的人级别比你高，你不能处理', 'id');
}

const written = {
  comment: ['comments', 'authorId'],
  say: ['says', 'authorId'],
  board: ['boardMessages', 'authorId'],
  chat: ['chatMessages', 'senderId'],
} as const;

export type Written = keyof typeof written;

/** Author and current role; undefined for visitors' and deleted writings. */
async function findAuthorRole(db: Db | Trx, kind: Written, id: number) {
  const [table, author] = written[kind];
  const { rows } = await sql<{ id: number; role: Role }>`select users.id, users.role from ${sql.table(table)}
    join users on users.id = ${sql.table(table)}.${sql.ref(author)} where ${sql.table(table)}.id = ${id}`.execute(db);
  return rows[0];
}
