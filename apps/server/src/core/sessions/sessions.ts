import type { Me, Session, SignedIn, Way } from '@mojian/contract/core/sessions';
import { Failure } from '@mojian/contract/platform/failures';
import { may } from '@mojian/contract/platform/permissions';
import { dayLength, minuteLength } from '@mojian/contract/platform/time';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { chinaTime, isoTime } from '../../platform/dates.ts';
import { compiledOnce } from '../../platform/db/compiled.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { deviceOf, placeOf } from '../../platform/places/places.ts';
import { publishEvents, sessionsTopic } from '../../platform/stream/event-bus.ts';
import { dropTicketsOf, newSecret, secretHash } from '../../platform/tickets/tickets.ts';
import { listUnheardIds } from '../blocks/blocks.ts';
import { proposeClaimAfter } from '../identity/guest-mail.ts';
import { mayPublish, mayWrite } from '../identity/roles.ts';
import { reopenAccount, updateUser } from '../identity/user-rows.ts';
import { readSettings } from '../settings/settings.ts';
import { isWayAllowed, requireAllowedWay } from './allowed-ways.ts';

const lifetime = 7 * dayLength;
/** Minimum interval between updates of a session's last use, so that reading does not write. */
const touchEvery = 5 * minuteLength;

type SignIn = {
  userId: number;
  way: Way;
  caller: Pick<Caller, 'address' | 'agent'>;
  /** Hash that the login's password was compared with. */
  passwordHash?: string;
};

/**
 * Opens a session, the last step of every login. Reopens an account closed within 14 days.
 * @throws Failure not-allowed for a disabled account, with reason and end, and for another way than a passkey where the role
 * allows no other; wrong-login when the password changed since it was compared
 */
export async function signIn(db: Db, { userId, way, caller, passwordHash }: SignIn): Promise<SignedIn> {
  const token = newSecret();
  const now = Date.now();
  const session = {
    userId,
    way,
    tokenHash: secretHash(token),
    device: deviceOf(caller.agent),
    place: await placeOf(caller.address),
    createdAt: now,
    usedAt: now,
    expiresAt: now + lifetime,
  };
  return db.transaction().execute(async (trx) => {
    await updateUser(trx, userId, { seenAt: now }); // locks the row: a concurrent change of the password ends this session, or is seen
    if (passwordHash !== undefined) await requireHash(trx, userId, passwordHash);
    await requireEnabled(trx, userId, now);
    const isRestored = await reopenAccount(trx, userId, now);
    const me = await readMe(trx, userId);
    await requireAllowedWay(trx, { role: me.role, way });
    // returned with this reply only
    if (me.proposeEmail) await updateUser(trx, userId, { emailProposed: 1 });
    await insertSession(trx, session);
    await proposeClaimAfter(trx, userId);
    return { ...me, token, ...(isRestored && { restored: true as const }) };
  });
}

/** Member of a token; null for a wrong, ended or revoked one, and for one of a way their role may not use. */
export async function findViewer(db: Db, token: string): Promise<Viewer | null> {
  const now = Date.now();
  const [found] = await sessionByToken(db, { tokenHash: secretHash(token), now });
  if (!found || !(await isWayAllowed(db, found))) return null;
  // a note only: reading waits for no write, and goes on where nothing can be written (the next request tries again)
  if (now - found.usedAt > touchEvery) touchSession(db, found, now).catch(() => {});
  return { id: found.id, role: found.role, sessionId: found.sessionId, signedInAt: found.createdAt };
}

export async function listSessions(db: Db, viewer: Viewer): Promise<Session[]> {
  const sessions = await selectSessions(db, viewer.id, Date.now());
  return sessions.map(({ createdAt, usedAt, way, ...session }) => ({
    ...session,
    way: way as Way,
    current: session.id === viewer.sessionId,
    createdAt: isoTime(createdAt),
    usedAt: isoTime(usedAt),
  }));
}

/** Ends one of the viewer's own sessions. */
export function revokeSession(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    if (!(await endMemberSession(trx, viewer.id, id))) throw new Failure('not-found', '这台设备已经退出登录', 'id');
  });
}

/** Ends one session of a member; false when there was none. */
export async function endMemberSession(trx: Trx, userId: number, id: number) {
  const ended = await deleteSession(trx, userId, id);
  await publishEnded(trx, ended);
  return ended.length > 0;
}

/** Ends all sessions of a member but `except`, and the tickets that could open another. */
export async function endSessions(trx: Trx, userId: number, { except }: { except?: number } = {}) {
  await dropTicketsOf(trx, userId);
  await publishEnded(trx, await deleteSessions(trx, userId, except));
}

export function logOut(db: Db, token: string) {
  return db.transaction().execute(async (trx) => publishEnded(trx, await deleteByToken(trx, secretHash(token))));
}

/** Filters sessions to open ones, with their members' current roles. */
export async function findOpenSessions(db: Db, ids: number[]) {
  return ids.length === 0 ? [] : findOpen(db, ids, Date.now());
}

/** Closes their event streams. */
async function publishEnded(trx: Trx, sessions: { id: number }[]) {
  if (sessions.length > 0)
    await publishEvents(trx, ...sessions.map(({ id }) => ({ topic: sessionsTopic, type: 'ended', id })));
}

export function dropEndedSessions(db: Db, now = Date.now()) {
  return deleteEnded(db, now);
}

const sessionByToken = compiledOnce((db, { tokenHash, now }: { tokenHash: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'users.id',
      'users.role',
      'sessions.id as sessionId',
      'sessions.way',
      'sessions.createdAt',
      'sessions.usedAt',
    ])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', now)
    .where('users.closesAt', 'is', null)
    .where(enabled(now)),
);

async function insertSession(trx: Trx, session: Insertable<Schema['sessions']>) {
  await trx.insertInto('sessions').values(session).execute();
}

async function touchSession(db: Db, { sessionId, id }: { sessionId: number; id: number }, now: number) {
  await db.updateTable('sessions').set({ usedAt: now }).where('id', '=', sessionId).execute();
  await updateUser(db, id, { seenAt: now });
}

/** Why a member may not log in now, and until when; undefined for those who may. */
function findBar(trx: Db | Trx, id: number, now: number) {
  return trx
    .selectFrom('users')
    .select(['disabledUntil', 'disabledReason'])
    .where('id', '=', id)
    .where(({ not }) => not(enabled(now)))
    .executeTakeFirst();
}

function selectSessions(db: Db, userId: number, now: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'way', 'device', 'place', 'createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('usedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

function deleteSession(trx: Trx, userId: number, id: number) {
  return trx.deleteFrom('sessions').where('userId', '=', userId).where('id', '=', id).returning('id').execute();
}

function deleteSessions(trx: Trx, userId: number, except: number | undefined) {
  return trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except as number))
    .returning('id')
    .execute();
}

function deleteByToken(trx: Trx, tokenHash: string) {
  return trx.deleteFrom('sessions').where('tokenHash', '=', tokenHash).returning('id').execute();
}

function findOpen(db: Db, ids: number[], now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'users.role'])
    .where('sessions.id', 'in', ids)
    .where('sessions.expiresAt', '>', now)
    .where('users.closesAt', 'is', null)
    .where(enabled(now))
    .execute();
}

async function deleteEnded(db: Db, now: number) {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
}

/** Member whose account is not erased. */
function findUser(db: Db | Trx, id: number, now: number) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('closesAt', 'is', null), eb('closesAt', '>', now)]))
    .executeTakeFirst();
}

/** Refuses a login whose password was changed while it was compared, which ended all sessions. */
async function requireHash(trx: Trx, userId: number, passwordHash: string) {
  const user = await trx.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst();
  if (user?.passwordHash !== passwordHash) throw new Failure('wrong-login');
}

/** SQL condition on `users`: not disabled at this time. Never null, so it may be negated. */
export function enabled(now: number) {
  return sql<SqlBool>`(users."disabledAt" is null
    or (users."disabledUntil" is not null and users."disabledUntil" <= ${now}))`;
}

/** Refuses a disabled member with end, reason and contact, since the caller has proved to be the member. */
async function requireEnabled(trx: Trx, userId: number, now: number) {
  const reason = await findBarText(trx, userId, now);
  if (reason !== undefined) throw new Failure('not-allowed', reason);
}

/** Why a member cannot log in now, until when, and whom to contact; undefined for those who can. */
export async function findBarText(trx: Db | Trx, userId: number, now = Date.now()) {
  const bar = await findBar(trx, userId, now);
  if (!bar) return undefined;
  const until = bar.disabledUntil === null ? '' : `，到 ${chinaTime(bar.disabledUntil)} 恢复`;
  return `这个账号已停用${until}。原因：${bar.disabledReason}。你写的都还在；有疑问请联系站长。`;
}

/** Account of a member as shown to themselves. @throws Failure signed-out when it is gone */
export async function readMe(db: Db | Trx, userId: number): Promise<Me> {
  const user = await findUser(db, userId, Date.now());
  if (!user) throw new Failure('signed-out', '账号不存在或已注销');
  const { writing } = await readSettings(db);
  const own = toMe(user, { write: mayWrite(user, writing), publish: mayPublish(user, writing) });
  return { ...own, blocked: await listUnheardIds(db, userId) };
}

function toMe(user: Selectable<Schema['users']>, writing: Me['writing']): Omit<Me, 'blocked'> {
  return {
    id: user.id,
    nickname: user.nickname,
    avatar: user.avatar,
    cover: user.cover,
    intro: user.intro,
    website: user.website,
    place: user.place,
    role: user.role,
    email: user.email,
    hasPassword: user.passwordHash !== null,
    mailOnReply: user.mailOnReply === 1,
    keepsCamera: user.keepsCamera === 1,
    mailOnArticle: user.mailOnArticle === 1,
    showsCollects: user.showsCollects === 1,
    proposeEmail: user.email === null && user.emailProposed === 0,
    writing,
    office: may(user.role, 'office.enter'),
    joinedAt: isoTime(user.createdAt),
  };
}
