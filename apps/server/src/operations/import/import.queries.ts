import type { Db } from '../../platform/db/schema.ts';

export function findImported(db: Db, importKey: string) {
  return db
    .selectFrom('articles')
    .select(['id', 'importHash', 'state', 'publishedAt', 'removedAt', 'version'])
    .where('importKey', '=', importKey)
    .executeTakeFirst();
}

export function findUserByNickname(db: Db, nickname: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('nickname', '=', nickname)
    .where('isGuest', '=', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export function findFile(db: Db, key: string) {
  return db.selectFrom('files').select(['key', 'width', 'height']).where('key', '=', key).executeTakeFirst();
}

export async function listUnknownAddresses(db: Db, paths: string[]) {
  if (paths.length === 0) return [];
  const known = await db
    .selectFrom('movedPaths')
    .select('path')
    .where('path', 'in', paths)
    .where('removedAt', 'is', null)
    .execute();
  return paths.filter((path) => !known.some((row) => row.path === path));
}
