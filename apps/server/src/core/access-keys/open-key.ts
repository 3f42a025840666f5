import { Failure } from '@mojian/contract/platform/failures';
import { keyPrefix } from '@mojian/contract/platform/key-scopes';
import { minuteLength } from '@mojian/contract/platform/time';
import { chinaTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { placeOf } from '../../platform/places/places.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { isWayAllowed } from '../sessions/allowed-ways.ts';
import { dropEndedSessions, findBarText, findViewer } from '../sessions/sessions.ts';
import * as queries from './access-keys.queries.ts';
import { dropEndedKeys, scopesOf } from './access-keys.ts';

/** Minimum interval between notes of a key's use from one place. */
const noteEvery = 5 * minuteLength;
/** Places remembered of a key. */
const mostPlaces = 50;

/**
 * Member behind a token, which is a session's or a program's key. Null for a session's that is wrong or ended: a visitor.
 * @throws Failure wrong-key or not-allowed for a key that may not be used; it is never taken for a visitor
 */
export function findCaller(db: Db, token: string, address: string): Promise<Viewer | null> {
  return token.startsWith(keyPrefix) ? openKey(db, token, address) : findViewer(db, token);
}

/** Deletes sessions that ended, and keys that ended a month ago. */
export async function dropEnded(db: Db) {
  await dropEndedSessions(db);
  await dropEndedKeys(db);
}

async function openKey(db: Db, key: string, address: string): Promise<Viewer> {
  const now = Date.now();
  const found = await queries.findByHash(db, secretHash(key));
  if (!found) throw wrongKey('没有这把钥匙，看看是不是抄漏了');
  await requireUsable(db, found, now);
  const { id, name, userId, role, scopes } = found;
  await noteUse(db, found, { now, place: await placeOf(address) });
  // no session: whatever asks for one, or for the password again, is closed
  return { id: userId, role, sessionId: 0, signedInAt: 0, key: { id, name, scopes: scopesOf(scopes) } };
}

type Found = NonNullable<Awaited<ReturnType<typeof queries.findByHash>>>;

async function requireUsable(db: Db, { name, userId, role, way, ...key }: Found, now: number) {
  if (key.revokedAt !== null) throw wrongKey(`钥匙「${name}」已经停用`);
  if (key.expiresAt !== null && key.expiresAt <= now)
    throw wrongKey(`钥匙「${name}」在 ${chinaTime(key.expiresAt)} 到期了，请再做一把`);
  if (key.closesAt !== null) throw wrongKey('这把钥匙的账号已注销');
  const bar = await findBarText(db, userId, now);
  if (bar !== undefined) throw new Failure('not-allowed', bar);
  if (!(await isWayAllowed(db, { role, way })))
    throw wrongKey('这个账号只能用通行密钥登录，请用通行密钥登录后再做一把钥匙');
}

function wrongKey(text: string) {
  return new Failure('wrong-key', text);
}

type Use = { now: number; place: string };

/** Notes when and from which place a key was used. Where nothing can be written, the next request tries again. */
async function noteUse(db: Db, { id, usedAt, place: before, places }: Found, { now, place }: Use) {
  if (usedAt !== null && now - usedAt <= noteEvery && place === before) return;
  const known = JSON.parse(places) as string[];
  const isNew = place !== '' && !known.includes(place);
  const all = isNew ? [...known, place].slice(-mostPlaces) : known;
  const note = { usedAt: now, place, places: JSON.stringify(all), isNewPlace: Number(isNew && known.length > 0) };
  await queries.updateKey(db, id, note).catch(() => {});
}
