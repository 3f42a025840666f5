import type { Db } from '../db/schema.ts';

/** Outcome of a mail's delivery. `recipient` is half hidden; `failure`: '' when it was sent. */
export type MailOutcome = {
  recipient: string;
  subject: string;
  failure: string;
  /** Whether the server failed, and not only refused this mail. */
  byServer: boolean;
  at: number;
};

const row = 'mail-outcomes';
const outcomesAtMost = 50;

/** Adds an outcome to the newest, which lie in one row of the settings' table. */
export function recordOutcome(db: Db, { to, ...outcome }: Omit<MailOutcome, 'recipient' | 'at'> & { to: string }) {
  return db.transaction().execute(async (trx) => {
    const { value } = await trx
      .insertInto('settings')
      .values({ name: row, value: '[]' })
      // locks the row, so that no concurrent outcome is lost
      .onConflict((known) => known.column('name').doUpdateSet(({ ref }) => ({ value: ref('settings.value') })))
      .returning('value')
      .executeTakeFirstOrThrow();
    const newest = { ...outcome, recipient: halfHidden(to), at: Date.now() };
    const all = [newest, ...(JSON.parse(value) as MailOutcome[])].slice(0, outcomesAtMost);
    await trx
      .updateTable('settings')
      .set({ value: JSON.stringify(all) })
      .where('name', '=', row)
      .execute();
  });
}

/** Outcomes of the newest mails, the newest first. */
export async function listOutcomes(db: Db): Promise<MailOutcome[]> {
  const found = await db.selectFrom('settings').select('value').where('name', '=', row).executeTakeFirst();
  return found ? (JSON.parse(found.value) as MailOutcome[]) : [];
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
