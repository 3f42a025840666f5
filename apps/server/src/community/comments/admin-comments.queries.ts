import { contains, toldTitle } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

export type CommentFilter = { state: 'all' | 'shown' | 'held' | 'removed'; text: string; author: string };

const filtered = (db: Db, { state, text, author }: CommentFilter) => {
  let rows = db.selectFrom('comments').innerJoin('users', 'users.id', 'comments.authorId');
  if (author !== '') rows = rows.where(contains('users.nickname', author));
  if (state === 'removed') rows = rows.where('comments.removedAt', 'is not', null);
  else if (state !== 'all') rows = rows.where('comments.state', '=', state).where('comments.removedAt', 'is', null);
  return text === '' ? rows : rows.where(contains('comments.text', text));
};

/** Also removed and held ones, the newest first. */
export function listComments(db: Db, filter: CommentFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .leftJoin('articles', 'articles.id', 'comments.articleId')
    .leftJoin('says', 'says.id', 'comments.sayId')
    .leftJoin('comments as answered', 'answered.id', 'comments.replyToId')
    .leftJoin('users as other', 'other.id', 'answered.authorId')
    .select(['comments.id', 'comments.text', 'comments.pictures', 'comments.state', 'comments.reasons'])
    .select(['comments.place', 'comments.likes', 'comments.createdAt', 'comments.removedAt'])
    .select(['comments.articleId', 'comments.sayId', toldTitle.as('title'), 'says.text as sayText'])
    .select(['comments.removedByStaff', 'answered.text as answeredText', 'other.nickname as answered'])
    .select(['users.id as authorId', 'users.nickname', 'users.avatar'])
    .select((row) =>
      row
        .selectFrom('reports')
        .whereRef('reports.commentId', '=', 'comments.id')
        .where('reports.settledAt', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('reports'),
    )
    .orderBy('comments.createdAt', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countComments(db: Db, filter: CommentFilter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
