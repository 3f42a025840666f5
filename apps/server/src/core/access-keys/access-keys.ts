import { type AccessKey, type accessKeys, mostKeys, type OwnedKey } from '@mojian/contract/core/access-keys';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { PageQuery } from '@mojian/contract/platform/fields';
import { type KeyScope, keyPrefix, keyScopes } from '@mojian/contract/platform/key-scopes';
import { dayLength } from '@mojian/contract/platform/time';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { newSecret, secretHash } from '../../platform/tickets/tickets.ts';
import { recordAct } from '../audit/audit.ts';
import { isFreshSession, requireConfirmed, requireOpenSession } from '../identity/passwords.ts';
import { alertMember } from '../notices/alert-member.ts';
import * as queries from './access-keys.queries.ts';

/** Characters of a key by which its owner recognizes it. */
const startLength = keyPrefix.length + 4;
/** Milliseconds for which an ended key stays in the list, and its refusal says why. */
const listedFor = 30 * dayLength;

/**
 * Makes a key in the viewer's name; this reply alone has it, the database only its hash.
 * @throws Failure password-needed for a login older than ten minutes; not-allowed beyond the number of keys
 */
export async function addKey(db: Db, viewer: Viewer, { name, scopes, days }: Input<typeof accessKeys.add>['body']) {
  await requireRecentPassword(db, viewer);
  const key = `${keyPrefix}${newSecret()}`;
  const now = Date.now();
  return db.transaction().execute(async (trx) => {
    await requireOpenSession(trx, viewer); // its lock makes concurrent inserts count each other
    const working = (await queries.listKeysOf(trx, viewer.id)).filter((one) => stateOf(one, now) === 'active');
    if (working.length >= mostKeys) throw new Failure('not-allowed', `最多 ${mostKeys} 把钥匙，先停用几把`);
    const row = await queries.insertKey(trx, {
      userId: viewer.id,
      name,
      keyHash: secretHash(key),
      start: key.slice(0, startLength),
      scopes: JSON.stringify(scopes),
      way: await queries.findWay(trx, viewer.sessionId),
      createdAt: now,
      expiresAt: days === null ? null : now + days * dayLength,
      usedAt: null,
      revokedAt: null,
    });
    const text = `你的账号刚刚做了一把程序用的钥匙「${name}」，它能${scopesText(scopes)}；不认得就到个人中心的「程序访问」停用它。`;
    await alertMember(trx, viewer.id, { title: '做了一把程序用的钥匙', text, link: '/user' });
    await record(trx, viewer, { act: 'keys.add', id: row.id, after: auditFields(row) });
    return { ...present(row, now), key };
  });
}

export async function listKeys(db: Db, viewer: Viewer): Promise<AccessKey[]> {
  const now = Date.now();
  return (await queries.listKeysOf(db, viewer.id)).map((row) => present(row, now));
}

/** Changes name or scopes of one's own key. @throws Failure not-found; password-needed as `addKey` */
export async function changeKey(db: Db, viewer: Viewer, input: Input<typeof accessKeys.change>['body']) {
  await requireRecentPassword(db, viewer);
  const { id, name, scopes } = input;
  return db.transaction().execute(async (trx) => {
    const before = await requireOwn(trx, viewer, id);
    const change = { ...(name && { name }), ...(scopes && { scopes: JSON.stringify(scopes) }) };
    if (Object.keys(change).length > 0) await queries.updateKey(trx, id, change);
    const after = { ...before, ...change };
    await record(trx, viewer, { act: 'keys.change', id, before: auditFields(before), after: auditFields(after) });
    return present(after, Date.now());
  });
}

/** Ends one's own key: its next request is refused. @throws Failure not-found; already-done */
export function revokeKey(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    const row = await requireOwn(trx, viewer, id);
    await end(trx, row);
    await record(trx, viewer, { act: 'keys.revoke', id, before: auditFields(row) });
  });
}

/** Ends anybody's key. @throws Failure not-found; already-done */
export function revokeAnyKey(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    const row = await queries.findKey(trx, id);
    if (!row) throw noKey();
    await end(trx, row);
    await record(trx, viewer, { act: 'keys.revoke', id, before: auditFields(row) });
  });
}

/** Ends all keys of a member whose account is taken back by a reset of the password: one may be a thief's. */
export function endKeysOf(trx: Trx, userId: number) {
  return queries.revokeKeysOf(trx, userId, Date.now());
}

export function listAllKeys(db: Db, query: PageQuery) {
  const now = Date.now();
  return findPage(query, {
    list: (slice) => queries.listAllKeys(db, slice),
    count: () => queries.countAllKeys(db),
    present: ({ nickname, ...row }): OwnedKey => ({ ...present(row, now), member: { id: row.userId, nickname } }),
  });
}

/** Deletes keys that ended a month ago. */
export function dropEndedKeys(db: Db, now = Date.now()) {
  return queries.deleteEndedBefore(db, now - listedFor);
}

async function end(trx: Trx, row: queries.KeyRow) {
  if (row.revokedAt !== null) throw new Failure('already-done', '这把钥匙已经停用', 'id');
  await queries.updateKey(trx, row.id, { revokedAt: Date.now() });
}

/** A login just made has proved who it is; an older one gives the password again. */
async function requireRecentPassword(db: Db, viewer: Viewer) {
  if (!isFreshSession(viewer)) await requireConfirmed(db, viewer);
}

async function requireOwn(trx: Trx, viewer: Viewer, id: number) {
  const row = await queries.findKey(trx, id);
  if (row?.userId !== viewer.id) throw noKey();
  return row;
}

function noKey() {
  return new Failure('not-found', '没有这把钥匙', 'id');
}

type Recorded = { act: 'keys.add' | 'keys.change' | 'keys.revoke'; id: number; before?: unknown; after?: unknown };

/** The audit log is the staff's: a member's own keys stand in their notices. */
async function record(trx: Trx, viewer: Viewer, { id, ...act }: Recorded) {
  if (isStaff(viewer)) await recordAct(trx, viewer, { ...act, subject: `key:${id}` });
}

function auditFields({ name, scopes, expiresAt }: queries.KeyRow) {
  return { name, scopes: scopesOf(scopes), expiresAt };
}

export function scopesOf(scopes: string) {
  return JSON.parse(scopes) as KeyScope[];
}

function scopesText(scopes: KeyScope[]) {
  return scopes.map((scope) => keyScopes[scope].title).join('、');
}

function stateOf({ revokedAt, expiresAt }: queries.KeyRow, now: number): AccessKey['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

function present(row: queries.KeyRow, now: number): AccessKey {
  const { id, name, start, scopes, createdAt, expiresAt, usedAt, place, isNewPlace } = row;
  return {
    id,
    name,
    start,
    scopes: scopesOf(scopes),
    createdAt: isoTime(createdAt),
    expiresAt: expiresAt === null ? null : isoTime(expiresAt),
    usedAt: usedAt === null ? null : isoTime(usedAt),
    place,
    isNewPlace: isNewPlace === 1,
    state: stateOf(row, now),
  };
}
