import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type Row = Selectable<Schema['comments']>;
type Target = { kind: 'article' | 'say'; id: number };

/** A removed one keeps its place as long as something stands under it. */
const standing = sql<SqlBool>`("removedAt" is null or replies > 0)`;

/** What each order goes by, the greatest first. */
export const orders = { new: ['createdAt', 'id'], hot: ['likes', 'createdAt', 'id'] } as const;
/** Replies: the oldest first. */
export const replyOrder = ['createdAt', 'id'] as const;

type TopPage = {
  target: Target;
  sort: 'new' | 'hot';
  before: number[] | undefined;
  limit: number;
  offset?: number | undefined;
};

/** Comments at the top level that all may see, found in the index of their order alone. */
export function selectTop(db: Db, { target, sort, before, limit, offset = 0 }: TopPage) {
  const found = topOf(db, target)
    .selectAll()
    .$if(before !== undefined, (all) => all.where(compare(orders[sort], '<', before ?? [])));
  return orders[sort]
    .reduce((all, column) => all.orderBy(column, 'desc'), found)
    .limit(limit)
    .offset(offset);
}

/** How many stand at the top level. */
export async function countTop(db: Db, target: Target) {
  const counted = topOf(db, target).select(({ fn }) => fn.countAll<number>().as('total'));
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

function topOf(db: Db, target: Target) {
  return db
    .selectFrom('comments')
    .where(`${target.kind}Id`, '=', target.id)
    .where('parentId', 'is', null)
    .where('state', '=', 'shown')
    .where(standing);
}

type ReplyPage = { parentId: number; after?: number[] | undefined; limit: number };

/** Replies under one comment that all may see, oldest first. */
export function selectReplies(db: Db, { parentId, after, limit }: ReplyPage) {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('parentId', '=', parentId)
    .where('state', '=', 'shown')
    .where(standing)
    .$if(after !== undefined, (all) => all.where(compare(replyOrder, '>', after ?? [])))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit);
}

/** The first replies under each of some comments, in one question. */
export async function listFirstReplies(db: Db, parentIds: number[], limit: number): Promise<Row[]> {
  const [first, ...others] = parentIds.map((parentId) =>
    db.selectFrom(selectReplies(db, { parentId, limit }).as('first')).selectAll(),
  );
  if (!first) return [];
  return others.reduce((all, one) => all.unionAll(one), first).execute();
}

type HeldUnder = { target: Target } | { parentIds: number[] };

/** The newest that wait to be approved: one member's, or, without `authorId`, all. */
export function listHeld(db: Db, under: HeldUnder, { authorId, limit }: { authorId?: number; limit: number }) {
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
  return held.where('parentId', 'is', null).where(`${under.target.kind}Id`, '=', under.target.id).execute();
}

export function findComment(db: Db | Trx, id: number): Promise<Row | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function listAuthorsOf(db: Db, ids: number[]) {
  return db.selectFrom('comments').select(['id', 'authorId']).where('id', 'in', ids).execute();
}

export function listPeople(db: Db | Trx, ids: number[]) {
  return db.selectFrom('users').select(['id', 'nickname', 'avatar', 'role']).where('id', 'in', ids).execute();
}

/** A member's own, newest first. */
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

export async function countOwn(db: Db, authorId: number) {
  const { total } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('authorId', '=', authorId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

function compare(columns: readonly string[], operator: '<' | '>', values: number[]) {
  return sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(operator)} (${sql.join(values)})`;
}
