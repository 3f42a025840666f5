import { Failure } from '@mojian/contract/platform/failures';
import type { Role } from '@mojian/contract/platform/permissions';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { authorColumn, type Table } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isAbove } from '../identity/roles.ts';

/** Description of a table of writings. */
type Writings = Pick<Table, 'name' | 'members'>;

/**
 * Refuses acts of staff on writings of a higher rank; visitors' writings have none.
 * @throws Failure not-allowed
 */
export async function requireRankOver(db: Db | Trx, viewer: Viewer, writings: Writings, id: number) {
  const author = await findAuthorRole(db, writings, id);
  if (author && author.id !== viewer.id && isAbove(author.role, viewer.role))
    throw new Failure('not-allowed', '写它的人级别比你高，你不能处理', 'id');
}

/** Author and current role; undefined for visitors' and deleted writings. */
async function findAuthorRole(db: Db | Trx, writings: Writings, id: number) {
  const table = sql.table(writings.name);
  const { rows } = await sql<{ id: number; role: Role }>`select users.id, users.role from ${table}
    join users on users.id = ${table}.${sql.ref(authorColumn(writings))} where ${table}.id = ${id}`.execute(db);
  return rows[0];
}
