import type { Db, Trx } from '../../platform/db/schema.ts';

/** False while the code is in use. */
export async function insertCode(
  db: Db,
  { code, asker, expiresAt }: { code: string; asker: string; expiresAt: number },
) {
  const inserted = await db
    .insertInto('wechatCodes')
    .values({ code, asker, userId: null, expiresAt })
    .onConflict((taken) => taken.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Locks a waiting code, so that one of two concurrent replies gets it. */
export async function lockWaitingCode(trx: Trx, code: string, openUntil: number) {
  const held = await trx
    .updateTable('wechatCodes')
    .set({ userId: null })
    .where('code', '=', code)
    .where('userId', 'is', null)
    .where('expiresAt', '>', openUntil)
    .returning('code')
    .executeTakeFirst();
  return held !== undefined;
}

export async function answerCode(trx: Trx, code: string, userId: number) {
  await trx.updateTable('wechatCodes').set({ userId }).where('code', '=', code).execute();
}

export function findCode(db: Db, code: string, asker: string, now: number) {
  return db
    .selectFrom('wechatCodes')
    .select('userId')
    .where('code', '=', code)
    .where('asker', '=', asker)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Consumes an answered code, so that one of two concurrent polls gets the member. */
export async function takeAnsweredCode(db: Db, code: string, asker: string) {
  const taken = await db
    .deleteFrom('wechatCodes')
    .where('code', '=', code)
    .where('asker', '=', asker)
    .where('userId', 'is not', null)
    .returning('userId')
    .executeTakeFirst();
  return taken?.userId ?? undefined;
}

export async function findMember(trx: Trx, provider: string, subject: string) {
  const link = await trx
    .selectFrom('socialLinks')
    .select('userId')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return link?.userId;
}

/** False for a repeat. Waits for a concurrent transaction that is answering the same message. */
export async function noteMessage(trx: Trx, id: string) {
  const noted = await trx
    .insertInto('wechatMessages')
    .values({ id, answer: '', seenAt: Date.now() })
    .onConflict((seen) => seen.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function storeReply(trx: Trx, id: string, answer: string) {
  await trx.updateTable('wechatMessages').set({ answer }).where('id', '=', id).execute();
}

export async function findStoredAnswer(trx: Trx, id: string) {
  const { answer } = await trx
    .selectFrom('wechatMessages')
    .select('answer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return answer;
}

export async function deleteOldMessages(db: Db, codesUntil: number, messagesUntil: number) {
  await db.deleteFrom('wechatCodes').where('expiresAt', '<=', codesUntil).execute();
  await db.deleteFrom('wechatMessages').where('seenAt', '<=', messagesUntil).execute();
}
