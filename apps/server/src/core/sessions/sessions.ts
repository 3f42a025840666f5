import type { SignedIn } from '@mojian/contract/core/me';
import type { Session, Way } from '@mojian/contract/core/sessions';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { deviceOf } from '../../platform/places/device-of.ts';
import { placeOf } from '../../platform/places/place-of.ts';
import { sessionsTopic, tell } from '../../platform/stream/hub.ts';
import { dropTicketsOf, hashOf, newSecret } from '../../platform/tickets/tickets.ts';
import { readMe } from './me.ts';
import { requireEnabled } from './require-enabled.ts';
import * as queries from './sessions.queries.ts';

const lifetime = 7 * 24 * 3_600_000;
/** Last use is written down this often at the most, so that reading stays reading. */
const touchEvery = 5 * 60_000;
/** How long after logging in a member without a password may do what otherwise asks for it. */
const freshFor = 10 * 60_000;

const minute = 60_000;

type SignIn = { userId: number; way: Way; caller: Pick<Caller, 'address' | 'agent'> };

/**
 * Opens a session: the end of every way to log in. An account its member closed within 14 days comes back.
 * @throws Failure not-allowed for a disabled account, saying why and until when.
 */
export async function signIn(db: Db, { userId, way, caller }: SignIn): Promise<SignedIn> {
  const token = newSecret();
  const now = Date.now();
  const session = {
    userId,
    way,
    tokenHash: hashOf(token),
    device: deviceOf(caller.agent),
    place: await placeOf(caller.address),
    createdAt: now,
    usedAt: now,
    expiresAt: now + lifetime,
  };
  return db.transaction().execute(async (trx) => {
    await requireEnabled(trx, userId, now);
    await queries.reopenAccount(trx, userId, now);
    const me = await readMe(trx, userId);
    // said with this answer, once and for all
    if (me.proposeEmail) await queries.markEmailProposed(trx, userId);
    await queries.insertSession(trx, session);
    await queries.touchUser(trx, userId, now);
    return { ...me, token };
  });
}

/** The member a token stands for, or nobody: a wrong, ended or revoked one is a visitor's. */
export async function findViewer(db: Db, token: string): Promise<Viewer | null> {
  const now = Date.now();
  const found = await queries.findByToken(db, hashOf(token), now);
  if (!found) return null;
  if (now - found.usedAt > touchEvery) await queries.touchSession(db, found, now);
  return { id: found.id, role: found.role, sessionId: found.sessionId, signedInAt: found.createdAt };
}

export async function listSessions(db: Db, viewer: Viewer): Promise<Session[]> {
  const sessions = await queries.listSessions(db, viewer.id, Date.now());
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
    if (!(await endSession(trx, viewer.id, id))) throw new Failure('not-found', '这台设备已经退出登录', 'id');
  });
}

/** Ends one session of a member. Says whether there was one. */
export async function endSession(trx: Trx, userId: number, id: number) {
  const ended = await queries.deleteSession(trx, userId, id);
  await tellEnded(trx, ended);
  return ended.length > 0;
}

/** Ends all sessions of a member, or all but one, and the tickets by which another could be had. */
export async function endSessions(trx: Trx, userId: number, { except }: { except?: number } = {}) {
  await dropTicketsOf(trx, userId);
  await tellEnded(trx, await queries.deleteSessions(trx, userId, except));
}

export function logOut(db: Db, token: string) {
  return db.transaction().execute(async (trx) => tellEnded(trx, await queries.deleteByToken(trx, hashOf(token))));
}

/** Of these sessions, those that have not ended, with their members' roles now. */
export async function findOpenSessions(db: Db, ids: number[]) {
  return ids.length === 0 ? [] : queries.findOpen(db, ids, Date.now());
}

/** Their streams hear no more. */
async function tellEnded(trx: Trx, sessions: { id: number }[]) {
  if (sessions.length > 0) await tell(trx, ...sessions.map(({ id }) => ({ topic: sessionsTopic, type: 'ended', id })));
}

/** Refuses a session older than ten minutes: it stands in for a password that a member does not have. */
export function requireFreshSession(viewer: Viewer) {
  const age = Date.now() - viewer.signedInAt;
  // one begun in the future was begun before the clock was set back, nobody knows how long ago
  if (age > freshFor || age < -minute) throw new Failure('not-allowed', '为了账号安全，请退出后重新登录，再来做这件事');
}

export function dropEndedSessions(db: Db, now = Date.now()) {
  return queries.deleteEnded(db, now);
}
