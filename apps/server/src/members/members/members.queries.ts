import { type Expression, sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

/** What anyone may know of a member, and whether the viewer follows them. */
export function findProfile(db: Db, id: number, viewerId: number | null) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname', 'avatar', 'cover', 'intro', 'website', 'place', 'role', 'createdAt'])
    .select(({ selectFrom }) =>
      selectFrom('follows')
        .select('followedId')
        .whereRef('followedId', '=', 'users.id')
        .where('followerId', '=', viewerId)
        .as('followedId'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

type Deeds = Record<'articles' | 'comments' | 'collects' | 'follows' | 'fans' | 'articleLikes' | 'sayLikes', number>;

/** What of a member others may see, in numbers. */
export function countDeeds(db: Db, id: number) {
  const articles = db.selectFrom('articles').where('authorId', '=', id).where(listed);
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
      articles.select(({ fn }) => fn.countAll<number>().as('n')).as('articles'),
      comments.select(({ fn }) => fn.countAll<number>().as('n')).as('comments'),
      collects.select(({ fn }) => fn.countAll<number>().as('n')).as('collects'),
      followsOf(db, 'followerId', id).as('follows'),
      followsOf(db, 'followedId', id).as('fans'),
      articles.select(({ ref }) => likes(ref('likes')).as('n')).as('articleLikes'),
      says.select(({ ref }) => likes(ref('likes')).as('n')).as('sayLikes'),
    ])
    .$castTo<Deeds>()
    .executeTakeFirstOrThrow();
}

function followsOf(db: Db, side: 'followerId' | 'followedId', id: number) {
  return db
    .selectFrom('follows')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(side, '=', id);
}
