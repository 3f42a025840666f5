import { waitingPlaces } from '@mojian/contract/operations/waiting';
import { isOn } from '@mojian/contract/platform/features';
import { may, type Role } from '@mojian/contract/platform/permissions';
import { chinaOffset, dayLength } from '@mojian/contract/platform/time';
import { type SelectQueryBuilder, sql } from 'kysely';
import { waitsForReview } from '../../core/moderation/moderated-writing.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { countRows, isPage, shown } from '../../platform/db/conditions.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';

export function findPerson(db: Db, id: number) {
  return db.selectFrom('users').select(['id', 'nickname', 'avatar']).where('id', '=', id).executeTakeFirstOrThrow();
}

const dayOf = (column: string) => sql<number>`(${sql.ref(column)} + ${sql.lit(chinaOffset)}) / ${sql.lit(dayLength)}`;

/** Comments per day in China's time zone. */
export function commentsByDay(db: Db, since: number) {
  const day = dayOf('createdAt');
  return db
    .selectFrom('comments')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where('createdAt', '>=', since)
    .where('removedAt', 'is', null)
    .groupBy(day)
    .execute();
}

/** New members per day in China's time zone. */
export function membersByDay(db: Db, since: number) {
  const day = dayOf('createdAt');
  return db
    .selectFrom('users')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where('createdAt', '>=', since)
    .where('isGuest', '=', 0)
    .groupBy(day)
    .execute();
}

/** Counts accounts that are not closed: all in an index, less the few closed ones in another. */
export async function countMembers(db: Db) {
  const members = db.selectFrom('users').where('isGuest', '=', 0);
  // closed accounts are marked by 0 or less
  const [all, closed] = await Promise.all([countRows(members), countRows(members.where('closesAt', '<=', 0))]);
  return all - closed;
}

export function countPages(db: Db) {
  return countRows(db.selectFrom('articles').where(shown).where(isPage));
}

/** Counts the pending items of each kind that the role may settle, with the time of the newest. */
export async function countWaitingItems(db: Db, role: Role) {
  const on = featuresOn(await readSettings(db));
  const rows = waitingRows(db);
  const kinds = (Object.keys(rows) as WaitingKind[]).filter((kind) => may(role, waitingPlaces[kind].permission));
  return Promise.all(
    kinds.map(async (kind) => ({
      kind,
      ...(isOn(on, waitingPlaces[kind].feature) ? await rows[kind].count() : { count: 0, newest: 0 }),
    })),
  );
}

/** Text of the newest item of a kind; '' without one. */
export function newestWords(db: Db, kind: WaitingKind) {
  return waitingRows(db)[kind].words();
}

type WaitingKind = keyof ReturnType<typeof waitingRows>;
type Waiting = { count: number; newest: number };

/** Each kind matches the list on its own screen. */
function waitingRows(db: Db) {
  const links = db.selectFrom('links');
  const shownComments = db.selectFrom('comments').where('removedAt', 'is', null);
  return {
    articles: of(handedIn(db), 'drafts.submittedAt', 'drafts.title'),
    comments: of(shownComments.where(waitsForReview('comments')), 'createdAt', 'text'),
    says: of(db.selectFrom('says').where(waitsForReview('says')), 'createdAt', 'text'),
    board: of(db.selectFrom('boardMessages').where(waitsForReview('boardMessages')), 'createdAt', 'text'),
    chat: of(heldInGroup(db), 'chatMessages.createdAt', 'chatMessages.text'),
    links: of(links.where('state', '=', 'pending'), 'createdAt', 'name'),
    applications: of(db.selectFrom('applications').where('state', '=', 'waiting'), 'createdAt', 'nickname'),
    feedback: of(db.selectFrom('feedback').where('settledAt', 'is', null), 'createdAt', 'title'),
    reports: of(db.selectFrom('reports').where('settledAt', 'is', null), 'createdAt', 'reason'),
    lostLinks: of(links.where('state', '=', 'approved').where('reachable', '=', 0), 'checkedAt', 'name'),
  };
}

/** Submissions outside the trash. */
function handedIn(db: Db) {
  return db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .where('drafts.submittedAt', 'is not', null)
    .where('articles.removedAt', 'is', null);
}

/** Private rooms stay private. */
function heldInGroup(db: Db) {
  return db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .where('rooms.kind', '=', 'group')
    .where(waitsForReview('chatMessages'));
}

function of<Table extends keyof Schema>(rows: SelectQueryBuilder<Schema, Table, object>, came: string, words: string) {
  return {
    async count(): Promise<Waiting> {
      const newest = sql<number | null>`max(${sql.ref(came)})`;
      const found = await rows
        .select(({ fn }) => [fn.countAll<number>().as('count'), newest.as('newest')])
        .executeTakeFirstOrThrow();
      return { count: Number(found.count), newest: Number(found.newest ?? 0) };
    },
    async words() {
      const found = await rows
        .select(sql<string>`${sql.ref(words)}`.as('words'))
        .orderBy(sql.ref(came), 'desc')
        .limit(1)
        .executeTakeFirst();
      return found?.words ?? '';
    },
  };
}
