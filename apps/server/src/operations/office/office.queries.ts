import type { Db } from '../../platform/db/schema.ts';

export function findPerson(db: Db, id: number) {
  return db.selectFrom('users').select(['id', 'nickname', 'avatar']).where('id', '=', id).executeTakeFirstOrThrow();
}
