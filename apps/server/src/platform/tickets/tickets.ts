import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Db, Trx } from '../db/schema.ts';

/** A secret nobody guesses, and the form it is kept in. */
export function newSecret() {
  return randomBytes(32).toString('base64url');
}

/** The form a secret is kept in. 256 random bits need no salt and no slow hash. */
export function hashOf(secret: string) {
  return createHash('sha256').update(secret).digest('hex');
}

/** A code short enough to be typed; it can be guessed, so it lives shortly and tries are counted. */
export function sixDigits() {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Purpose of a ticket and its lifetime. */
export type TicketKind = { name: string; seconds: number };

/** A ticket good for longer than its kind allows was made before the clock was set back: it is over. */
const slack = 60_000;

type Options = {
  /** A secret the caller already has. */
  secret?: string;
  /** Owner, for dropTicketsOf. */
  userId?: number | undefined;
};

/** Hands out a secret that opens `payload` once, within its kind's time. One handed out before is good for that long again. */
export async function issueTicket(
  db: Db | Trx,
  { name: kind, seconds }: TicketKind,
  payload: unknown,
  { secret = newSecret(), userId }: Options = {},
) {
  const expiresAt = Date.now() + seconds * 1000;
  const hash = hashOf(`${kind}:${secret}`);
  const ticket = { payload: JSON.stringify(payload), expiresAt, userId: userId ?? null };
  await db
    .insertInto('tickets')
    .values({ hash, kind, ...ticket })
    .onConflict((known) => known.column('hash').doUpdateSet(ticket))
    .execute();
  return secret;
}

/** Hands out a short secret, such as six digits, unless somebody has the same one at the moment. Says whether it did. */
export async function offerTicket(db: Db | Trx, { name: kind, seconds }: TicketKind, payload: unknown, secret: string) {
  const now = Date.now();
  const ticket = { kind, payload: JSON.stringify(payload), expiresAt: now + seconds * 1000 };
  const offered = await db
    .insertInto('tickets')
    .values({ hash: hashOf(`${kind}:${secret}`), ...ticket })
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
    .where('hash', '=', hashOf(`${kind.name}:${secret}`))
    .where('kind', '=', kind.name)
    .returning(['payload', 'expiresAt'])
    .executeTakeFirst();
  return isGood(ticket, kind) ? (JSON.parse(ticket.payload) as Payload) : undefined;
}

/** Whether a secret would open something, without using it up. */
export async function isTicketGood(db: Db | Trx, kind: TicketKind, secret: string) {
  const ticket = await db
    .selectFrom('tickets')
    .select('expiresAt')
    .where('hash', '=', hashOf(`${kind.name}:${secret}`))
    .where('kind', '=', kind.name)
    .executeTakeFirst();
  return isGood(ticket, kind);
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

/** Throws away what nobody came for in time. */
export async function dropOldTickets(db: Db, now = Date.now()) {
  await db.deleteFrom('tickets').where('expiresAt', '<=', now).execute();
}
