import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../platform/db/schema.ts';
import { newSecret } from '../../platform/tickets/tickets.ts';
import * as queries from './reply-letters.queries.ts';

export const unsubscribePath = '/unsubscribe';

const year = 365 * 24 * 3_600_000;
/** Says what the signature is good for: one made for anything else opens nothing here. */
const purpose = 'mail-on-reply';

/** The address that ends these letters for one member, for a year and as often as it is asked. */
export async function unsubscribeUrl(db: Db, siteUrl: string, userId: number, now = Date.now()) {
  const claim = `${userId}.${Math.ceil((now + year) / 1000).toString(36)}`;
  return `${siteUrl}${unsubscribePath}/${claim}.${sign(await unsubscribeKey(db), claim)}`;
}

/** Whose letters the token of such an address ends; nothing for any but ours, or one that is over. */
export async function whoUnsubscribes(db: Db, token: string, now = Date.now()) {
  const [, claim, id, end, signature] = /^(([1-9]\d{0,9})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? [];
  if (!claim || !end || !signature) return undefined;
  const right = Buffer.from(sign(await unsubscribeKey(db), claim));
  if (!timingSafeEqual(right, Buffer.from(signature))) return undefined;
  return Number.parseInt(end, 36) * 1000 > now ? Number(id) : undefined;
}

/** Ends the letters. False for a token that is not ours. */
export async function unsubscribe(db: Db, token: string) {
  const userId = await whoUnsubscribes(db, token);
  if (userId === undefined) return false;
  await queries.stopLetters(db, userId);
  return true;
}

function sign(key: string, claim: string) {
  return createHmac('sha256', key).update(`${purpose}:${claim}`).digest('base64url');
}

/** Made once and kept: letters of last year are still good. */
async function unsubscribeKey(db: Db) {
  const known = await queries.findKey(db);
  if (known) return known;
  await queries.keepKey(db, newSecret());
  return (await queries.findKey(db)) as string;
}
