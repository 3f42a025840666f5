import { type Expression, type Insertable, sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export function findProfile(db: Db, id: number, viewerId: number | null) {
  return db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      'id',
      'nickname',
      'avatar',
      'cover',
      'intro',
      'website',
      'place',
      'role',
      'createdAt',
      'isGuest',
      selectFrom('follows')
        .select('followedId')
        .whereRef('followedId', '=', 'users.id')
        .where('followerId', '=', viewerId)
        .as('followedId'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

type Activity = Record<
  'articles' | 'says' | 'showsCollects' | 'comments' | 'collects' | 'follows' | 'fans' | 'articleLikes' | 'sayLikes',
  number
>;

export function countActivity(db: Db, id: number) {
  const articles = db.selectFrom('articleLists').where('kind', '=', 'author').where('targetId', '=', id);
  // written out, as the index of the liked ones has it
  const liked = db.selectFrom('articles').where('authorId', '=', id).where(listed).where(sql<boolean>`likes > 0`);
  const says = db.selectFrom('says').where('authorId', '=', id).where('isPublic', '=', 1).where('state', '=', 'shown');
  const comments = db
    .selectFrom('comments')
    .where('authorId', '=', id)
    .where('state', '=', 'shown')
    .where('removedAt', 'is', null);
  const collects = db
    .selectFrom('collects')
    .innerJoin('articles', 'articles.id', 'collects.articleId')
    .where('userId', '=', id)
    .where(listed);
  const likes = <Column extends Expression<number>>(column: Column) => sql<number>`coalesce(sum(${column}), 0)`;
  return db
    .selectNoFrom([
      articles.select(sql<number>`coalesce(sum(articles), 0)`.as('n')).as('articles'),
      says.select(({ fn }) => fn.countAll<number>().as('n')).as('says'),
      comments.select(({ fn }) => fn.countAll<number>().as('n')).as('comments'),
      db.selectFrom('users').where('id', '=', id).select('showsCollects').as('showsCollects'),
      collects.select(({ fn }) => fn.countAll<number>().as('n')).as('collects'),
      followsOf(db, 'follows', id),
      followsOf(db, 'fans', id),
      liked.select(({ ref }) => likes(ref('likes')).as('n')).as('articleLikes'),
      says.select(({ ref }) => likes(ref('likes')).as('n')).as('sayLikes'),
    ])
    .$castTo<Activity>()
    .executeTakeFirstOrThrow();
}

/** Number of people a member follows, or of their fans, as triggers keep it (`migrations/start/counts.ts`). */
export function followsOf<Kind extends 'follows' | 'fans'>(db: Db, kind: Kind, id: number) {
  const counts = db.selectFrom('followCounts').where('userId', '=', id);
  return counts.select(sql<number>`coalesce(sum(${sql.ref(kind)}), 0)`.as('n')).as(kind);
}

export function findPresent(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select(['nickname', 'avatar', 'cover', 'intro', 'website', 'place'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export function listNotes(db: Db, userId: number) {
  return db
    .selectFrom('memberNotes')
    .select(['id', 'authorId', 'author', 'text', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findNote(trx: Trx, id: number) {
  return trx
    .selectFrom('memberNotes')
    .select(['id', 'userId', 'authorId', 'text'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function insertNote(trx: Trx, note: Insertable<Schema['memberNotes']>) {
  return trx.insertInto('memberNotes').values(note).returning('id').executeTakeFirstOrThrow();
}

export async function deleteNote(trx: Trx, id: number) {
  await trx.deleteFrom('memberNotes').where('id', '=', id).execute();
}
