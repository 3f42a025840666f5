import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Db, Trx } from '../db/schema.ts';

/** Random secret of 256 bits and its hash. */
export function newSecret() {
  return randomBytes(32).toString('base64url');
}

/** Hash under which a secret is stored. 256 random bits need neither salt nor a slow hash. */
export function secretHash(secret: string) {
  return createHash('sha256').update(secret).digest('hex');
}

/** Short code for typing; guessable, so it expires soon and tries are counted. */
export function sixDigits() {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Purpose of a ticket and its lifetime. */
export type TicketKind = { name: string; seconds: number };

/** A ticket that expires later than its kind allows was issued before the clock was set back, and counts as expired. */
const slack = 60_000;

type Options = {
  /** Secret the caller already has. */
  secret?: string;
  /** Owner, for `dropTicketsOf`. */
  userId?: number | undefined;
};

/** Issues a secret that opens `payload` once. Reissuing one renews its lifetime. */
export async function issueTicket(
  db: Db | Trx,
  { name: kind, seconds }: TicketKind,
  payload: unknown,
  { secret = newSecret(), userId }: Options = {},
) {
  const expiresAt = Date.now() + seconds * 1000;
  const hash = secretHash(`${kind}:${secret}`);
  const ticket = { payload: JSON.stringify(payload), expiresAt, userId: userId ?? null };
  await db
    .insertInto('tickets')
    .values({ hash, kind, ...ticket })
    .onConflict((known) => known.column('hash').doUpdateSet(ticket))
    .execute();
  return secret;
}

/** Issues a short secret, such as six digits; false when it is in use. */
export async function offerTicket(db: Db | Trx, { name: kind, seconds }: TicketKind, payload: unknown, secret: string) {
  const now = Date.now();
  const ticket = { kind, payload: JSON.stringify(payload), expiresAt: now + seconds * 1000 };
  const offered = await db
    .insertInto('tickets')
    .values({ hash: secretHash(`${kind}:${secret}`), ...ticket })
    .onConflict((taken) =>
      taken
        .column('hash')
        .doUpdateSet(ticket)
        .where(({ or, eb }) =>
          or([eb('tickets.expiresAt', '<=', now), eb('tickets.expiresAt', '>', ticket.expiresAt + slack)]),
        ),
    )
    .returning('hash')
    .executeTakeFirst();
  return offered !== undefined;
}

/** Redeems a ticket once; of concurrent attempts one succeeds. Undefined for a wrong, used or expired one. */
export async function takeTicket<Payload>(
  db: Db | Trx,
  kind: TicketKind,
  secret: string,
): Promise<Payload | undefined> {
  const ticket = await db
    .deleteFrom('tickets')
    .where('hash', '=', secretHash(`${kind.name}:${secret}`))
    .where('kind', '=', kind.name)
    .returning(['payload', 'expiresAt'])
    .executeTakeFirst();
  return isGood(ticket, kind) ? (JSON.parse(ticket.payload) as Payload) : undefined;
}

/** Checks a ticket without redeeming it. */
export async function isTicketGood(db: Db | Trx, kind: TicketKind, secret: string) {
  return isGood(await findTicket(db, kind, secret), kind);
}

/** Reads what a ticket opens without redeeming it. Undefined for a wrong or expired one. */
export async function readTicket<Payload>(
  db: Db | Trx,
  kind: TicketKind,
  secret: string,
): Promise<Payload | undefined> {
  const ticket = await findTicket(db, kind, secret);
  return isGood(ticket, kind) ? (JSON.parse(ticket.payload) as Payload) : undefined;
}

function findTicket(db: Db | Trx, kind: TicketKind, secret: string) {
  return db
    .selectFrom('tickets')
    .select(['payload', 'expiresAt'])
    .where('hash', '=', secretHash(`${kind.name}:${secret}`))
    .where('kind', '=', kind.name)
    .executeTakeFirst();
}

function isGood<Ticket extends { expiresAt: number }>(
  ticket: Ticket | undefined,
  { seconds }: TicketKind,
): ticket is Ticket {
  if (!ticket) return false;
  const left = ticket.expiresAt - Date.now();
  return left > 0 && left <= seconds * 1000 + slack;
}

/** Ends every ticket of a member, or those of one kind. */
export async function dropTicketsOf(trx: Trx, userId: number, kind?: TicketKind) {
  await trx
    .deleteFrom('tickets')
    .where('userId', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', (kind as TicketKind).name))
    .execute();
}

/** Deletes expired tickets. */
export async function dropOldTickets(db: Db, now = Date.now()) {
  await db.deleteFrom('tickets').where('expiresAt', '<=', now).execute();
}
