import { Failure } from '@mojian/contract/platform/failures';
import { requireSolution } from '../../core/captcha/captcha.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { addressKey, addTry, countTry, triesSoFar } from '../../platform/limits/limits.ts';
import { postLetter } from '../../platform/mail/mails.ts';
import { canMail } from '../../platform/mail/smtp.ts';
import { hashOf } from '../../platform/tickets/tickets.ts';
import { codeLetter } from './account-letters.ts';
import { keepCode, newCode } from './mail-codes.ts';

const oneAMinute = { most: 1, seconds: 60 };
const tenADay = { most: 10, seconds: 24 * 3600 };
const perAddress = { most: 30, seconds: 3600 };
/** How many an address may ask for in ten minutes before each costs work. */
const calm = { most: 5, seconds: 600 };

type Parts = { db: Db; smtpUrl?: string | undefined };
type Asked = { email: string; captcha?: string | undefined };

/**
 * Sends a code to a mailbox, whether or not it belongs to a member: nobody learns who is one.
 * @throws Failure no-mail where no letter goes out, captcha-needed or too-many-requests; then nothing is sent or counted.
 */
export async function sendCode(
  { db, smtpUrl }: Parts,
  { email, captcha }: Asked,
  { address }: Pick<Caller, 'address'>,
) {
  if (!canMail((await readSettings(db)).mail, smtpUrl)) throw new Failure('no-mail');
  const names = countersOf(email, address);
  await refuseEarly(db, names);
  const isGuarded = (await triesSoFar(db, names.calm, { seconds: calm.seconds })) >= calm.most;
  if (isGuarded) await requireSolution(db, captcha);
  const { code, hash } = await newCode();
  await db.transaction().execute(async (trx) => {
    await count(trx, names, isGuarded);
    await keepCode(trx, { email, hash });
    await postLetter(trx, codeLetter(email, code));
  });
}

type Counters = ReturnType<typeof countersOf>;

function countersOf(email: string, address: string) {
  const mailbox = hashOf(email);
  const from = addressKey(address);
  return {
    minute: `code:minute:${mailbox}`,
    day: `code:day:${mailbox}`,
    address: `code:address:${from}`,
    calm: `code:calm:${from}`,
  };
}

/** What would be refused anyway costs neither a hash nor a solved captcha. */
async function refuseEarly(db: Db, names: Counters) {
  await triesSoFar(db, names.address, perAddress);
  await triesSoFar(db, names.day, tenADay);
  await triesSoFar(db, names.minute, oneAMinute);
}

async function count(trx: Trx, names: Counters, isGuarded: boolean) {
  await countTry(trx, names.minute, oneAMinute);
  await countTry(trx, names.day, tenADay);
  await countTry(trx, names.address, perAddress);
  const { hits } = await addTry(trx, names.calm, calm.seconds);
  if (hits > calm.most && !isGuarded) throw new Failure('captcha-needed');
}
