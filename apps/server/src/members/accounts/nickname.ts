import { randomInt } from 'node:crypto';
import { nicknameLength } from '@mojian/contract/members/accounts';
import { Failure } from '@mojian/contract/platform/failures';
import type { roles } from '@mojian/contract/platform/permissions';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { atMost, graphemes, isDrawn, posesAs, refusalOf } from '../../core/identity/nickname-rules.ts';
import { keepNicknameKey, updateUser } from '../../core/identity/user-rows.ts';
import { blockedWord } from '../../core/moderation/judge.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './accounts.queries.ts';
import { keysInUse, listWithoutKey } from './accounts.queries.ts';

type Role = (typeof roles)[number];

const newcomer = '新朋友';

/**
 * Checks a nickname and returns its users.nicknameKey, which a unique index guards.
 * @param role the owner may be called 站长, a member may not.
 * @throws Failure invalid-input naming `nickname`.
 */
export function checkNickname(nickname: string, role: Role = 'member') {
  const reason = refusalOf(nickname, role);
  if (reason) throw new Failure('invalid-input', reason, 'nickname');
  return nicknameKey(nickname);
}

/**
 * Finds a free nickname close to the one a newcomer brings. A concurrent newcomer may still meet the unique index: see
 * `isDuplicate`.
 */
export async function freeNickname(trx: Trx, wanted: string) {
  const { moderation } = await readSettings(trx);
  const isTaken = blockedWord(moderation, wanted) !== undefined || posesAs(allowedPart(wanted), await ownersNames(trx));
  const base = isTaken ? newcomer : allowedPart(wanted);
  const tails = [2, 3, 4, 5, 6, 7, 8, 9, randomInt(10, 100), randomInt(100, 10_000), randomInt(1e9, 1e10)];
  const candidates = [base, ...tails.map((tail) => numbered(base, tail))].map(asCandidate);
  const keys = candidates.map((candidate) => candidate.nicknameKey);
  const taken = await keysInUse(trx, keys);
  const free = candidates.find((candidate) => !taken.has(candidate.nicknameKey));
  if (!free) throw new Failure('taken', '昵称已经有人用了', 'nickname');
  return free;
}

/** Names of the site, its author and its owners, other than `except`, which no other member may pose as. */
export async function ownersNames(db: Db | Trx, except?: number) {
  const { identity, author } = await readSettings(db);
  const owners = await db.selectFrom('users').select(['id', 'nickname']).where('role', '=', 'owner').execute();
  return [identity.name, author.name, ...owners.filter(({ id }) => id !== except).map(({ nickname }) => nickname)];
}

function allowedPart(wanted: string) {
  const name = atMost(nicknameLength, graphemes(wanted).filter(isDrawn).join('').trim());
  return refusalOf(name, 'member') ? newcomer : name;
}

function numbered(name: string, number: number) {
  const tail = String(number);
  return atMost(nicknameLength - tail.length, name) + tail;
}

function asCandidate(nickname: string) {
  return { nickname, nicknameKey: nicknameKey(nickname) };
}

/**
 * Adds missing nickname keys of older rows at every start, and makes anew those of guests that were made by former rules. Of two look-alikes the older row gets the key.
 */
export async function fillNicknameKeys(db: Db) {
  for (const { id, nickname } of await listWithoutKey(db))
    await unlessTaken(() => keepNicknameKey(db, id, nicknameKey(nickname)));
  for (const { id, guestKey } of await queries.listFormerGuests(db)) {
    const [name = '', hash = ''] = guestKey.slice(queries.formerGuest.length).split('\n');
    await unlessTaken(() => updateUser(db, id, { guestKey: `${nicknameKey(name)}\n${hash}` }));
  }
}

async function unlessTaken(change: () => Promise<void>) {
  try {
    await change();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}
