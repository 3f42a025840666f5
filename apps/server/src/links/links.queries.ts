import type { Db } from '../db/schema.ts';

export function listLinks(db: Db) {
  return db
    .selectFrom('links')
    .select(['id', 'groupName', 'name', 'url', 'intro', 'avatar', 'reachable'])
    .orderBy('id')
    .execute();
}
