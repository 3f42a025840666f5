import { spellEmail } from '@mojian/contract/platform/email';
import { dayLength } from '@mojian/contract/platform/time';
import { type SqlBool, sql } from 'kysely';
import { unmuted } from '../../core/identity/mutes.ts';
import { enabled } from '../../core/sessions/sessions.ts';
import { contains, countRows, listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { followsOf } from './members.queries.ts';

type MemberFilter = {
  text: string;
  role: 'all' | 'owner' | 'admin' | 'editor' | 'moderator' | 'member' | 'demo';
  state: 'all' | 'active' | 'muted' | 'disabled' | 'closing' | 'gone' | 'guest';
  joined: 'all' | '7' | '30' | '365';
  seen: 'all' | '7' | '30' | 'not90';
};

/** `byEmail`: false for viewers who may not see e-mails, so that a search does not reveal them. */
type MemberQuery = { filter: MemberFilter; byEmail: boolean; now: number };

const closing = sql<SqlBool>`users."closesAt" is not null`;

const states = {
  active: (now: number) => sql<SqlBool>`(users."closesAt" is null and ${enabled(now)})`,
  muted: (now: number) =>
    sql<SqlBool>`(not ${unmuted(now)} and (users."closesAt" is null or users."closesAt" > ${now}))`,
  disabled: (now: number) =>
    sql<SqlBool>`(not ${enabled(now)} and (users."closesAt" is null or users."closesAt" > ${now}))`,
  closing: (now: number) => sql<SqlBool>`(${closing} and users."closesAt" > ${now} and ${enabled(now)})`,
  gone: (now: number) => sql<SqlBool>`(${closing} and users."closesAt" <= ${now})`,
};

function filtered(db: Db, { filter: { text, role, state, joined, seen }, byEmail, now }: MemberQuery) {
  let rows = db.selectFrom('users').where('isGuest', '=', state === 'guest' ? 1 : 0);
  if (role !== 'all') rows = rows.where('role', '=', role);
  if (state !== 'all' && state !== 'guest') rows = rows.where(states[state](now));
  if (joined !== 'all') rows = rows.where('createdAt', '>', now - Number(joined) * dayLength);
  if (seen === 'not90')
    rows = rows.where(({ or, eb }) => or([eb('seenAt', 'is', null), eb('seenAt', '<', now - 90 * dayLength)]));
  else if (seen !== 'all') rows = rows.where('seenAt', '>', now - Number(seen) * dayLength);
  if (text === '') return rows;
  return rows.where(({ or, eb }) =>
    or([
      contains('users.nickname', text),
      ...(byEmail ? [contains('users.email', spellEmail(text))] : []),
      ...(/^\d{1,9}$/.test(text) ? [eb('id', '=', Number(text))] : []),
    ]),
  );
}

type Slice = { limit: number; offset: number; order: 'joined' | 'seen' };

/** Articles outside the trash, among the numbers that triggers keep (`migrations/start/article-counts.ts`). */
const isPresentArticle = sql<SqlBool>`counted.kind = 'article' and counted.removed = 0`;
const sumOfCounted = sql<number>`coalesce(sum(counted.articles), 0)`.as('n');

const shownOfMembers = [
  'id',
  'nickname',
  'avatar',
  'email',
  'role',
  'createdAt',
  'seenAt',
  'closesAt',
  'disabledAt',
  'disabledUntil',
  'mutedAt',
  'mutedUntil',
  'isGuest',
] as const;

/** Finds the page's ids first: what is counted of a member is counted of these only. */
export function listMembers(db: Db, query: MemberQuery, { limit, offset, order }: Slice) {
  const sorting = order === 'joined' ? sql`"createdAt" desc, id desc` : sql`coalesce("seenAt", 0) desc, id desc`;
  return db
    .selectFrom('users')
    .where('id', 'in', filtered(db, query).select('id').orderBy(sorting).limit(limit).offset(offset))
    .select(({ selectFrom }) => [
      ...shownOfMembers,
      selectFrom('articleStates as counted')
        .whereRef('counted.authorId', '=', 'users.id')
        .where(isPresentArticle)
        .select(sumOfCounted)
        .as('articles'),
      selectFrom('comments')
        .whereRef('comments.authorId', '=', 'users.id')
        .where('removedAt', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('comments'),
    ])
    .orderBy(sorting)
    .execute();
}

export function countFilteredMembers(db: Db, query: MemberQuery) {
  return countRows(filtered(db, query));
}

export function findForOffice(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select([...shownOfMembers, 'passwordHash', 'disabledReason', 'intro', 'website', 'place', 'mutedReason'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type Counts = Record<
  'articles' | 'says' | 'comments' | 'board' | 'collects' | 'follows' | 'fans' | 'files' | 'bytes' | 'draftBytes',
  number
>;

/** Counts everything of a member, including what others do not see. */
export async function countAllOf(db: Db, id: number): Promise<Counts> {
  const n = sql<number>`count(*)`.as('n');
  const row = await db
    .selectNoFrom([
      db
        .selectFrom('articleStates as counted')
        .where('authorId', '=', id)
        .where(isPresentArticle)
        .select(sumOfCounted)
        .as('articles'),
      db.selectFrom('says').where('authorId', '=', id).select(n).as('says'),
      db.selectFrom('comments').where('authorId', '=', id).where('removedAt', 'is', null).select(n).as('comments'),
      db.selectFrom('boardMessages').where('authorId', '=', id).select(n).as('board'),
      db.selectFrom('collects').where('userId', '=', id).select(n).as('collects'),
      followsOf(db, 'follows', id),
      followsOf(db, 'fans', id),
      db.selectFrom('fileOwners').where('userId', '=', id).select(n).as('files'),
      db
        .selectFrom('fileOwners')
        .innerJoin('files', 'files.key', 'fileOwners.key')
        .where('userId', '=', id)
        .select(sql<number>`coalesce(sum(files.bytes), 0)`.as('n'))
        .as('bytes'),
      sql<number>`(select coalesce(sum(octet_length(content)), 0) from drafts
        join articles on articles.id = drafts."articleId" where articles."authorId" = ${id}) +
        (select coalesce(sum(octet_length(content)), 0) from revisions
        join articles on articles.id = revisions."articleId" where articles."authorId" = ${id})`.as('draftBytes'),
    ])
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Counts;
}

export async function findWaysIn(db: Db, id: number) {
  const social = await db
    .selectFrom('socialLinks')
    .select(['provider', 'name', 'createdAt'])
    .where('userId', '=', id)
    .orderBy('id')
    .execute();
  const { passkeys } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('passkeys'))
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  return { social, passkeys: Number(passkeys) };
}

const most = 10;
const noTarget = [sql<number | null>`null`.as('articleId'), sql<number | null>`null`.as('sayId')] as const;

/** The newest public writings of a member, chat left out, and those held unless `onlyShown`. */
export async function listRecent(db: Db, authorId: number, onlyShown: boolean) {
  const shown = onlyShown ? (['shown'] as const) : (['shown', 'held'] as const);
  const articles = db
    .selectFrom('articles')
    .select(['id', 'title as text', ...noTarget, 'createdAt', sql<'article'>`'article'`.as('kind')])
    .where('authorId', '=', authorId)
    .where(listed)
    .orderBy('publishedAt', 'desc'); // as the index of an author's articles has them
  const says = db
    .selectFrom('says')
    .select(['id', 'text', ...noTarget, 'createdAt', sql<'say'>`'say'`.as('kind')])
    .where('authorId', '=', authorId)
    .where('isPublic', '=', 1)
    .where('state', 'in', shown);
  const comments = db
    .selectFrom('comments')
    .select(['id', 'text', 'articleId', 'sayId', 'createdAt', sql<'comment'>`'comment'`.as('kind')])
    .where('authorId', '=', authorId)
    .where('removedAt', 'is', null)
    .where('state', 'in', shown);
  const board = db
    .selectFrom('boardMessages')
    .select(['id', 'text', ...noTarget, 'createdAt', sql<'board'>`'board'`.as('kind')])
    .where('authorId', '=', authorId)
    .where('state', 'in', shown);
  const each = await Promise.all([
    articles.orderBy('id', 'desc').limit(most).execute(),
    says.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(most).execute(),
    comments.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(most).execute(),
    board.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(most).execute(),
  ]);
  return each
    .flat()
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, most);
}
