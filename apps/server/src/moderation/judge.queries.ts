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
  const say = db
    .selectFrom('says')
    .select('id')
    .where('authorId', '=', authorId)
    .where('isPublic', '=', 1)
    .where('state', '=', 'shown');
  return Boolean(
    (await comment.executeTakeFirst()) ?? (await message.executeTakeFirst()) ?? (await say.executeTakeFirst()),
  );
}

/** What this member said to others of late and did not take back, but for the say that is being changed. */
export async function listSaid(db: Db, authorId: number, since: number, exceptSayId = 0) {
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
  const says = db
    .selectFrom('says')
    .select('text')
    .where('authorId', '=', authorId)
    .where('createdAt', '>', since)
    .where('isPublic', '=', 1)
    .where('id', '<>', exceptSayId);
  return [...(await comments.execute()), ...(await messages.execute()), ...(await says.execute())].map(
    ({ text }) => text,
  );
}
