import { type SqlBool, sql } from 'kysely';
import { enabled } from '../../core/sessions/sessions.ts';
import { contains } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

type MemberFilter = {
  text: string;
  role: 'all' | 'owner' | 'admin' | 'editor' | 'moderator' | 'member' | 'demo';
  state: 'all' | 'active' | 'muted' | 'disabled' | 'closing' | 'gone';
  joined: 'all' | '7' | '30' | '365';
  seen: 'all' | '7' | '30' | 'not90';
};

/** `byEmail`: whoever may not see e-mails cannot find out by searching either. */
type Asked = { filter: MemberFilter; byEmail: boolean; now: number };

const day = 24 * 3_600_000;
const closing = sql<SqlBool>`users."closesAt" is not null`;

const states = {
  active: (now: number) => sql<SqlBool>`(users."closesAt" is null and ${enabled(now)})`,
  muted: (now: number) =>
    sql<SqlBool>`(users."mutedAt" is not null and (users."mutedUntil" is null or users."mutedUntil" > ${now})
      and (users."closesAt" is null or users."closesAt" > ${now}))`,
  disabled: (now: number) =>
    sql<SqlBool>`(not ${enabled(now)} and (users."closesAt" is null or users."closesAt" > ${now}))`,
  closing: (now: number) => sql<SqlBool>`(${closing} and users."closesAt" > ${now} and ${enabled(now)})`,
  gone: (now: number) => sql<SqlBool>`(${closing} and users."closesAt" <= ${now})`,
};

function filtered(db: Db, { filter: { text, role, state, joined, seen }, byEmail, now }: Asked) {
  let rows = db.selectFrom('users');
  if (role !== 'all') rows = rows.where('role', '=', role);
  if (state !== 'all') rows = rows.where(states[state](now));
  if (joined !== 'all') rows = rows.where('createdAt', '>', now - Number(joined) * day);
  if (seen === 'not90')
    rows = rows.where(({ or, eb }) => or([eb('seenAt', 'is', null), eb('seenAt', '<', now - 90 * day)]));
  else if (seen !== 'all') rows = rows.where('seenAt', '>', now - Number(seen) * day);
  if (text === '') return rows;
  return rows.where(({ or, eb }) =>
    or([
      contains('users.nickname', text),
      ...(byEmail ? [contains('users.email', text)] : []),
      ...(/^\d{1,9}$/.test(text) ? [eb('id', '=', Number(text))] : []),
    ]),
  );
}

type Slice = { limit: number; offset: number; order: 'joined' | 'seen' };

export function listMembers(db: Db, asked: Asked, { limit, offset, order }: Slice) {
  return filtered(db, asked)
    .select(['id', 'nickname', 'avatar', 'email', 'role', 'createdAt', 'seenAt'])
    .select(['closesAt', 'disabledAt', 'disabledUntil', 'mutedAt', 'mutedUntil'])
    .select(({ selectFrom }) => [
      selectFrom('articles')
        .whereRef('articles.authorId', '=', 'users.id')
        .where('removedAt', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('articles'),
      selectFrom('comments')
        .whereRef('comments.authorId', '=', 'users.id')
        .where('removedAt', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('comments'),
    ])
    .orderBy(order === 'joined' ? sql`"createdAt" desc` : sql`coalesce("seenAt", 0) desc`)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countMembers(db: Db, asked: Asked) {
  const { total } = await filtered(db, asked)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
