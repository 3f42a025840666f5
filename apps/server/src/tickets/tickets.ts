import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../db/schema.ts';

/** A secret nobody guesses, and the form it is kept in. */
export function newSecret() {
  return randomBytes(32).toString('base64url');
}

/** The form a secret is kept in. 256 random bits need no salt and no slow hash. */
export function hashOf(secret: string) {
  return createHash('sha256').update(secret).digest('hex');
}

type Options = {
  /** One the caller already has. */
  secret?: string;
  /** Whose it is: see dropTicketsOf. */
  userId?: number | undefined;
};

/** Hands out a secret that opens `payload` once, within `seconds`. */
export async function issueTicket(
  db: Db | Trx,
  kind: string,
  payload: unknown,
  seconds: number,
  { secret = newSecret(), userId }: Options = {},
) {
  const expiresAt = Date.now() + seconds * 1000;
  const hash = hashOf(`${kind}:${secret}`);
  await db
    .insertInto('tickets')
    .values({ hash, kind, payload: JSON.stringify(payload), expiresAt, userId: userId ?? null })
    .execute();
  return secret;
}

/** Hands out a short secret, such as six digits, unless somebody has the same one at the moment. Says whether it did. */
export async function offerTicket(db: Db | Trx, kind: string, payload: unknown, seconds: number, secret: string) {
  const now = Date.now();
  const ticket = { kind, payload: JSON.stringify(payload), expiresAt: now + seconds * 1000 };
  const offered = await db
    .insertInto('tickets')
    .values({ hash: hashOf(`${kind}:${secret}`), ...ticket })
    .onConflict((taken) => taken.column('hash').doUpdateSet(ticket).where('tickets.expiresAt', '<=', now))
    .returning('hash')
    .executeTakeFirst();
  return offered !== undefined;
}

/** What the secret opens, once: of two who come at the same time one gets it. Nothing for a wrong, used or old one. */
export async function takeTicket<Payload>(db: Db | Trx, kind: string, secret: string): Promise<Payload | undefined> {
  const ticket = await db
    .deleteFrom('tickets')
    .where('hash', '=', hashOf(`${kind}:${secret}`))
    .where('kind', '=', kind)
    .returning(['payload', 'expiresAt'])
    .executeTakeFirst();
  return ticket && ticket.expiresAt > Date.now() ? (JSON.parse(ticket.payload) as Payload) : undefined;
}

/** Whether a secret would open something, without using it up. */
export async function isTicketGood(db: Db | Trx, kind: string, secret: string) {
  const ticket = await db
    .selectFrom('tickets')
    .select('expiresAt')
    .where('hash', '=', hashOf(`${kind}:${secret}`))
    .where('kind', '=', kind)
    .executeTakeFirst();
  return ticket !== undefined && ticket.expiresAt > Date.now();
}

/** Ends every ticket of a member, or those of one kind. */
export async function dropTicketsOf(trx: Trx, userId: number, kind?: string) {
  await trx
    .deleteFrom('tickets')
    .where('userId', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as string))
    .execute();
}

/** Throws away what nobody came for in time. */
export async function dropOldTickets(db: Db, now = Date.now()) {
  await db.deleteFrom('tickets').where('expiresAt', '<=', now).execute();
}
