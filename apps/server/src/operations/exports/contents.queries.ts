import type { Db } from '../../platform/db/schema.ts';

/** Who the archive is about. No hash of a password leaves with it. */
export function findProfile(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname', 'email', 'role', 'avatar', 'cover', 'intro', 'website', 'place', 'mailOnReply'])
    .select('createdAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

export function listSessions(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['way', 'device', 'place', 'createdAt', 'usedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export function listSocialLinks(db: Db, userId: number) {
  return db
    .selectFrom('socialLinks')
    .select(['provider', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export function listPasskeys(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['name', 'createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export function listSeries(db: Db, userId: number) {
  return db
    .selectFrom('series')
    .select(['id', 'name', 'intro', 'createdAt', 'updatedAt'])
    .where('authorId', '=', userId)
    .orderBy('id')
    .execute();
}

export async function listSignInDays(db: Db, userId: number) {
  const rows = await db.selectFrom('signIns').select('day').where('userId', '=', userId).orderBy('day').execute();
  return rows.map(({ day }) => day);
}

/** The people on the other end of a member's follows, oldest first. */
export function listFollows(db: Db, userId: number, own: 'followerId' | 'followedId') {
  return db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', own === 'followerId' ? 'follows.followedId' : 'follows.followerId')
    .select(['users.id', 'users.nickname', 'follows.createdAt'])
    .where(`follows.${own}`, '=', userId)
    .orderBy('follows.createdAt')
    .orderBy('users.id')
    .execute();
}

export function listUploads(db: Db, userId: number) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(['files.key', 'files.type', 'files.width', 'files.height', 'files.bytes', 'fileOwners.createdAt'])
    .where('userId', '=', userId)
    .orderBy('fileOwners.createdAt')
    .orderBy('files.key')
    .execute();
}
