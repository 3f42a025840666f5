import type { Db, Trx } from '../db/schema.ts';
import type { RenderedLetter } from './render-letter.ts';

const keptAtMost = 500;

/** Keeps a letter that no server takes, and forgets the oldest beyond 500. Returns its number. */
export function keepMail(db: Db, mail: RenderedLetter & { recipient: string; subject: string }) {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('keptMails')
      .values({ ...mail, createdAt: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await forgetOldest(trx);
    return id;
  });
}

/** The newest kept letters, newest first. */
export function listKeptMails(db: Db, most: number) {
  return db.selectFrom('keptMails').selectAll().orderBy('id', 'desc').limit(most).execute();
}

/** A page of them, without what they say, newest first; and how many there are. */
export async function pageOfKeptMails(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const rows = await db
    .selectFrom('keptMails')
    .select(['id', 'recipient', 'subject', 'createdAt'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await db
    .selectFrom('keptMails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

/** One of them with what it says, or nothing. */
export function findKeptMail(db: Db, id: number) {
  return db
    .selectFrom('keptMails')
    .select(['id', 'recipient', 'subject', 'text', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function forgetOldest(trx: Trx) {
  const oldestToStay = trx
    .selectFrom('keptMails')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(keptAtMost - 1);
  await trx.deleteFrom('keptMails').where('id', '<', oldestToStay).execute();
}
