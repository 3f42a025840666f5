import { type Selectable, type SqlBool, sql } from 'kysely';
import { addToArticle } from '../../content/article-rows/article-rows.ts';
import { activeAuthor, openReports } from '../../core/moderation/moderated-writing.ts';
import { contains, countRows, publicTitle } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { addToSay } from '../says/say-rows.ts';

export type Row = Selectable<Schema['comments']>;
type Target = { kind: 'article' | 'say'; id: number };

/** A removed comment stays in the list while it has replies. */
const isListed = sql<SqlBool>`("removedAt" is null or replies > 0)`;

/** Sort columns of each order, descending. */
export const orders = { new: ['createdAt', 'id'], hot: ['likes', 'createdAt', 'id'] } as const;
/** Replies are sorted ascending. */
export const replyOrder = ['createdAt', 'id'] as const;

type TopPage = {
  target: Target;
  sort: 'new' | 'hot';
  before: number[] | undefined;
  /** Ids of the pinned ones, listed before the others. */
  except?: number[];
  limit: number;
  offset?: number | undefined;
  /** Only those about one of these passages of the article. */
  passages?: number[] | undefined;
};

/** Public top-level comments, read from the index of their order. */
export function selectTop(db: Db, { target, sort, before, except = [], limit, offset = 0, passages }: TopPage) {
  const found = topLevel(db, target, passages)
    .selectAll()
    .$if(except.length > 0, (all) => all.where('id', 'not in', except))
    .$if(before !== undefined, (all) => all.where(compare(orders[sort], '<', before ?? [])));
  return orders[sort]
    .reduce((all, column) => all.orderBy(column, 'desc'), found)
    .limit(limit)
    .offset(offset);
}

/** Pinned comments beyond these, such as imported ones, stay in the order of the others. */
const mostPinned = 20;

/** Public pinned comments, newest first. `pinned = 1` is no parameter, so that the partial index is used. */
export function selectPinned(db: Db, target: Target) {
  return topLevel(db, target)
    .selectAll()
    .where(sql<SqlBool>`pinned = 1`)
    .where('removedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostPinned);
}

export function countTop(db: Db, target: Target, passages?: number[]) {
  return countRows(topLevel(db, target, passages));
}

function topLevel(db: Db, target: Target, passages?: number[]) {
  return db
    .selectFrom('comments')
    .where(`${target.kind}Id`, '=', target.id)
    .where('parentId', 'is', null)
    .where('state', '=', 'shown')
    .where(isListed)
    .$if(passages !== undefined, (all) => all.where('passageId', 'in', passages ?? []));
}

type ReplyPage = { parentId: number; after?: number[] | undefined; limit: number };

export function selectReplies(db: Db, { parentId, after, limit }: ReplyPage) {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('parentId', '=', parentId)
    .where('state', '=', 'shown')
    .where(isListed)
    .$if(after !== undefined, (all) => all.where(compare(replyOrder, '>', after ?? [])))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit);
}

/** The first replies of several comments, in one query. */
export async function listFirstReplies(db: Db, parentIds: number[], limit: number): Promise<Row[]> {
  const [first, ...others] = parentIds.map((parentId) =>
    db.selectFrom(selectReplies(db, { parentId, limit }).as('first')).selectAll(),
  );
  if (!first) return [];
  return others.reduce((all, one) => all.unionAll(one), first).execute();
}

type HeldWhere = { target: Target; passages?: number[] | undefined } | { parentIds: number[] };

/** The newest held comments, of one author or of all. */
export function listHeld(db: Db, under: HeldWhere, { authorId, limit }: { authorId?: number; limit: number }) {
  const held = db
    .selectFrom('comments')
    .selectAll()
    .where('state', '=', 'held')
    .where('removedAt', 'is', null)
    .$if(authorId !== undefined, (all) => all.where('authorId', '=', authorId ?? 0))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if ('parentIds' in under) return held.where('parentId', 'in', under.parentIds).execute();
  return held
    .where('parentId', 'is', null)
    .where(`${under.target.kind}Id`, '=', under.target.id)
    .$if(under.passages !== undefined, (all) => all.where('passageId', 'in', under.passages ?? []))
    .execute();
}

export function findComment(db: Db | Trx, id: number): Promise<Row | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function listAuthorIds(db: Db, ids: number[]) {
  return db.selectFrom('comments').select(['id', 'authorId']).where('id', 'in', ids).execute();
}

export function listCommentAuthors(db: Db | Trx, ids: number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname', 'avatar', 'role', 'isGuest', 'website'])
    .where('id', 'in', ids)
    .execute();
}

type OwnPage = { authorId: number; before: number[] | undefined; limit: number; offset?: number | undefined };

export function selectOwn(db: Db, { authorId, before, limit, offset = 0 }: OwnPage) {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('authorId', '=', authorId)
    .where('removedAt', 'is', null)
    .$if(before !== undefined, (all) => all.where(compare(orders.new, '<', before ?? [])))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
}

export function countOwnComments(db: Db, authorId: number) {
  return countRows(db.selectFrom('comments').where('authorId', '=', authorId).where('removedAt', 'is', null));
}

function compare(columns: readonly string[], operator: '<' | '>', values: number[]) {
  return sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(operator)} (${sql.join(values)})`;
}

export function findCommentedSay(db: Db | Trx, id: number) {
  return db
    .selectFrom('says')
    .select(['id', 'authorId', 'text', 'isPublic', 'state', 'comments'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findCommentedArticle(db: Db | Trx, id: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'authorId', 'title', 'comments'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Adds in the database, so that concurrent changes are all counted. */
export async function addToTarget(trx: Trx, { kind, id }: Target, change: 1 | -1) {
  await (kind === 'article' ? addToArticle : addToSay)(trx, id, 'comments', change);
}

/** Published articles among these. */
export function listTargetTitles(db: Db, ids: number[]) {
  return db
    .selectFrom('articles')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .execute();
}

/** Says among these that are shown to all, and the reader's own. */
export function listVisibleSays(db: Db, ids: number[], readerId: number) {
  return db
    .selectFrom('says')
    .select(['id', 'text'])
    .where('id', 'in', ids)
    .where(({ or, and, eb }) =>
      or([and([eb('isPublic', '=', 1), eb('state', '=', 'shown')]), eb('authorId', '=', readerId)]),
    )
    .execute();
}

export type CommentFilter = {
  state: 'all' | 'shown' | 'held' | 'removed';
  text: string;
  author: string;
  by: 'all' | 'guests' | 'members';
};

const filterComments = (db: Db, { state, text, author, by }: CommentFilter) => {
  let rows = db.selectFrom('comments').innerJoin('users', 'users.id', 'comments.authorId');
  if (author !== '') rows = rows.where(contains('users.nickname', author));
  if (by !== 'all') rows = rows.where('users.isGuest', '=', by === 'guests' ? 1 : 0);
  if (state === 'removed') rows = rows.where('comments.removedAt', 'is not', null);
  else if (state !== 'all') rows = rows.where('comments.state', '=', state).where('comments.removedAt', 'is', null);
  return text === '' ? rows : rows.where(contains('comments.text', text));
};

/** Text of a say for the staff; null for one that only its author may see. */
const publicSayText = sql<string | null>`case when says."isPublic" = 1 then says.text end`;

/** All comments, removed and held ones included, newest first. */
export function listCommentsForStaff(
  db: Db,
  filter: CommentFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return filterComments(db, filter)
    .leftJoin('articles', 'articles.id', 'comments.articleId')
    .leftJoin('says', 'says.id', 'comments.sayId')
    .leftJoin('comments as answered', 'answered.id', 'comments.replyToId')
    .leftJoin('users as other', 'other.id', 'answered.authorId')
    .leftJoin('passages', 'passages.id', 'comments.passageId')
    .select([
      'comments.id',
      'comments.text',
      'comments.pictures',
      'comments.state',
      'comments.reasons',
      'comments.place',
      'comments.likes',
      'comments.createdAt',
      'comments.removedAt',
      'comments.removedByStaff',
      'comments.pinned',
      'comments.articleId',
      'comments.sayId',
      publicTitle.as('title'),
      publicSayText.as('sayText'),
      'passages.words as quote',
      'answered.text as answeredText',
      'other.nickname as answered',
      'users.id as authorId',
      'users.nickname',
      'users.avatar',
      'users.isGuest',
      'users.role',
      activeAuthor(Date.now()),
      openReports('commentId', 'comments.id'),
    ])
    .orderBy('comments.createdAt', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countCommentsForStaff(db: Db, filter: CommentFilter) {
  return countRows(filterComments(db, filter));
}
