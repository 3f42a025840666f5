import type { Db } from '../db/schema.ts';
import { insertValue, lockValue, readValue, writeValue } from '../db/stored-values.ts';

/** Outcome of a mail's delivery. `recipient` is half hidden; `failure`: '' when it was sent. */
export type MailOutcome = {
  recipient: string;
  subject: string;
  failure: string;
  /** Whether the server failed, and not only refused this mail. */
  byServer: boolean;
  at: number;
};

const name = 'mail-outcomes';
const outcomesAtMost = 50;

/** Adds an outcome to the newest, which lie in one row of the settings' table. */
export function recordOutcome(db: Db, { to, ...outcome }: Omit<MailOutcome, 'recipient' | 'at'> & { to: string }) {
  return db.transaction().execute(async (trx) => {
    await insertValue(trx, name, '[]');
    const value = (await lockValue(trx, name)) ?? '[]'; // the lock loses no concurrent outcome
    const newest = { ...outcome, recipient: halfHidden(to), at: Date.now() };
    const all = [newest, ...(JSON.parse(value) as MailOutcome[])].slice(0, outcomesAtMost);
    await writeValue(trx, name, JSON.stringify(all));
  });
}

/** Outcomes of the newest mails, the newest first. */
export async function listOutcomes(db: Db): Promise<MailOutcome[]> {
  return JSON.parse((await readValue(db, name)) ?? '[]') as MailOutcome[];
}

/** The newest outcome that tells of the server, where it is a failure: a mail sent since means that it works. */
export async function findTrouble(db: Db): Promise<MailOutcome | undefined> {
  const newest = (await listOutcomes(db)).find(({ failure, byServer }) => failure === '' || byServer);
  return newest?.failure ? newest : undefined;
}

/** Says in a line which mail to whom failed and why. */
export function describeTrouble({ recipient, subject, failure }: MailOutcome) {
  return `上一封没有寄出（「${subject}」，写给 ${recipient}）：${failure}`;
}

/** `l•••@mail.example` */
export function halfHidden(address: string) {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}
