import type { Role } from '@mojian/contract/core/permissions';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';

const written = {
  comment: ['comments', 'authorId'],
  say: ['says', 'authorId'],
  board: ['boardMessages', 'authorId'],
  chat: ['chatMessages', 'senderId'],
} as const;

export type Written = keyof typeof written;

/** Who wrote it and what they are now; nobody for what a visitor wrote or what is gone. */
export async function findAuthorRole(db: Db | Trx, kind: Written, id: number) {
  const [table, author] = written[kind];
  const { rows } = await sql<{ id: number; role: Role }>`select users.id, users.role from ${sql.table(table)}
    join users on users.id = ${sql.table(table)}.${sql.ref(author)} where ${sql.table(table)}.id = ${id}`.execute(db);
  return rows[0];
}
