import { isIPv6 } from 'node:net';
import { Failure } from '@mojian/contract/platform/failures';
import { sql } from 'kysely';
import { plainAddress } from '../client-address.ts';
import type { Db, Trx } from '../db/schema.ts';

/** Maximum of tries per window, which starts with the first one. */
type Allowance = { most: number; seconds: number };

/** Milliseconds by which the clocks of processes may differ and a call may be delayed. */
const clockSlack = 60_000;

/**
 * Counts a try, across processes and restarts, and returns their number.
 * @throws Failure too-many-requests, with the seconds to wait, beyond `most`
 */
export async function countTry(db: Db | Trx, name: string, allowance: Allowance) {
  const { hits, resetsAt } = await addTry(db, name, allowance.seconds);
  if (hits > allowance.most) throw tooMany(secondsUntil(resetsAt));
  return hits;
}

/** Counts a try of each name, all different, in one statement. Returns the failures of those beyond `most`, by name. */
export async function countTries(db: Db | Trx, names: string[], { most, seconds }: Allowance) {
  const rows = await upsertTries(db, names, seconds).execute();
  const beyond = rows.filter(({ hits }) => hits > most);
  return new Map(beyond.map(({ name, resetsAt }) => [name, tooMany(secondsUntil(resetsAt))]));
}

/** Counts a try and returns their number, without refusing any. */
export function addTry(db: Db | Trx, name: string, seconds: number) {
  return upsertTries(db, [name], seconds).executeTakeFirstOrThrow();
}

function upsertTries(db: Db | Trx, names: string[], seconds: number) {
  const now = Date.now();
  const resetsAt = now + seconds * 1000;
  // a window that ends too late was opened before the clock was set back
  const isOver = sql`(limits."resetsAt" <= ${now} or limits."resetsAt" > ${resetsAt + clockSlack})`;
  return db
    .insertInto('limits')
    .values(names.map((name) => ({ name, hits: 1, resetsAt })))
    .onConflict((known) =>
      known.column('name').doUpdateSet({
        hits: sql`case when ${isOver} then 1 else limits.hits + 1 end`,
        resetsAt: sql`case when ${isOver} then ${resetsAt} else limits."resetsAt" end`,
      }),
    )
    .returning(['name', 'hits', 'resetsAt']);
}

/** Attempts so far, 0 once the window is over. @throws Failure too-many-requests when `most` were reached */
export async function triesSoFar(
  db: Db | Trx,
  name: string,
  { most = Number.POSITIVE_INFINITY, seconds }: Partial<Allowance> & Pick<Allowance, 'seconds'>,
) {
  const now = Date.now();
  const row = await db
    .selectFrom('limits')
    .select(['hits', 'resetsAt'])
    .where('name', '=', name)
    .where('resetsAt', '>', now)
    .where('resetsAt', '<=', now + seconds * 1000 + clockSlack)
    .executeTakeFirst();
  if (row && row.hits >= most) throw tooMany(secondsUntil(row.resetsAt));
  return row?.hits ?? 0;
}

/** Takes back one counted try. */
export async function takeBackTry(db: Db | Trx, name: string) {
  await db
    .updateTable('limits')
    .set(({ eb }) => ({ hits: eb('hits', '-', 1) }))
    .where('name', '=', name)
    .where('hits', '>', 0)
    .execute();
}

/** Resets the counter. */
export async function forgetTries(db: Db | Trx, name: string) {
  await db.deleteFrom('limits').where('name', '=', name).execute();
}

/** Deletes expired counters. */
export async function dropOldLimits(db: Db, now = Date.now()) {
  await db.deleteFrom('limits').where('resetsAt', '<=', now).execute();
}

/** Failure too-many-requests with the seconds to wait. */
export function tooMany(seconds: number) {
  const wait = seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`;
  return new Failure('too-many-requests', `尝试太频繁，请 ${wait}后再试`, undefined, seconds);
}

/** Seconds until a time, at least one. */
export function secondsUntil(time: number) {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}

/** Key under which an address is counted: a household has a whole IPv6 /64. */
export function addressKey(address: string) {
  const plain = plainAddress(address) ?? address;
  if (!isIPv6(plain)) return plain;
  const [left = '', right = ''] = plain.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right.split(':').filter(Boolean);
  const whole = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

/** Writes a row that limits nothing, for a measurement; returns how to delete it. */
export async function writeProbe(db: Db) {
  const name = `probe:${crypto.randomUUID()}`;
  await db.insertInto('limits').values({ name, hits: 0, resetsAt: 0 }).execute();
  return async () => {
    await db.deleteFrom('limits').where('name', '=', name).execute();
  };
}
