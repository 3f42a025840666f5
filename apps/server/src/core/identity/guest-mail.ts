import { createHmac } from 'node:crypto';
import { isEmail, spellEmail } from '@mojian/contract/platform/email';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { siteSecret } from '../../platform/db/secrets.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';

const longestEmail = 254;

/** Keyed hash of an e-mail, by which a guest's texts are matched without storing the address; null for no e-mail. */
export async function hashMail(db: Db | Trx, text: string) {
  if (text.length > longestEmail) return null;
  const email = spellEmail(text);
  if (!isEmail(email)) return null;
  return createHmac('sha256', await siteSecret(db, 'guestMails'))
    .update(email)
    .digest('base64url');
}

/** After a login, has a member told once of guests' texts with their e-mail. */
export async function proposeClaimAfter(trx: Trx, userId: number) {
  // most sites have none, and the secret is then not made
  const any = await trx.selectFrom('users').select('id').where('mailHash', 'is not', null).limit(1).executeTakeFirst();
  if (!any) return;
  const member = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('claimProposed', '=', 0)
    .executeTakeFirst();
  const mailHash = member?.email ? await hashMail(trx, member.email) : null;
  if (mailHash === null) return;
  const guest = await trx.selectFrom('users').select('id').where('mailHash', '=', mailHash).limit(1).executeTakeFirst();
  if (guest) await enqueue(trx, 'propose-claim', { userId });
}
