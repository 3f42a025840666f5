import type { Way } from '@mojian/contract/sessions';
import type { Db } from '../db/schema.ts';
import type { Caller } from '../http/viewer.ts';
import { issueTicket, takeTicket } from '../tickets/tickets.ts';
import { signIn } from './sessions.ts';

const kind = 'handover';
const seconds = 60;

type Handover = { userId: number; way: Way };

/** A token that may travel in an address: it is good for one minute and for one exchange. */
export function issueHandover(db: Db, handover: Handover) {
  return issueTicket(db, kind, handover, seconds, { userId: handover.userId });
}

/** Exchanges it for a session, or gives nothing for a token that is no handover or no longer one. */
export async function takeHandover(db: Db, token: string, caller: Caller) {
  const handover = await takeTicket<Handover>(db, kind, token);
  return handover && signIn(db, { ...handover, caller });
}
