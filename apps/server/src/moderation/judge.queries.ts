import type { Db } from '../db/schema.ts';

export async function findRole(db: Db, userId: number) {
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return user?.role;
}

/** Whether something this member said is there for all to see. */
export async function hasShown(db: Db, authorId: number) {
  const comment = db
    .selectFrom('comments')
    .select('id')
    .where('authorId', '=', authorId)
    .where('state', '=', 'shown')
    .where('removedAt', 'is', null);
  const message = db
    .selectFrom('boardMessages')
    .select('id')
    .where('authorId', '=', authorId)
    .where('state', '=', 'shown');
  return Boolean((await comment.executeTakeFirst()) ?? (await message.executeTakeFirst()));
}

/** What this member said of late and did not take back. */
export async function listSaid(db: Db, authorId: number, since: number) {
  const comments = db
    .selectFrom('comments')
    .select('text')
    .where('authorId', '=', authorId)
    .where('createdAt', '>', since)
    .where('removedAt', 'is', null);
  const messages = db
    .selectFrom('boardMessages')
    .select('text')
    .where('authorId', '=', authorId)
    .where('createdAt', '>', since);
  const says = db.selectFrom('says').select('text').where('authorId', '=', authorId).where('createdAt', '>', since);
  return [...(await comments.execute()), ...(await messages.execute()), ...(await says.execute())].map(
    ({ text }) => text,
  );
}
