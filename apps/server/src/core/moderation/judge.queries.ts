import type { Db } from '../../platform/db/schema.ts';

export async function findRole(db: Db, userId: number) {
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return user?.role;
}

/** Whether something this member said is there for all to see, other than the comment that is being changed. */
export async function hasShown(db: Db, authorId: number, exceptCommentId = 0) {
  const comment = db
    .selectFrom('comments')
    .select('id')
    .where('authorId', '=', authorId)
    .where('state', '=', 'shown')
    .where('removedAt', 'is', null)
    .where('id', '<>', exceptCommentId);
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
  const inGroup = db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .select('chatMessages.id')
    .where('senderId', '=', authorId)
    .where('rooms.kind', '=', 'group')
    .where('state', '=', 'shown')
    .where('text', '<>', '')
    .limit(1);
  for (const query of [comment, message, say, inGroup]) if (await query.executeTakeFirst()) return true;
  return false;
}

/** What this member said to others of late and did not take back, but for the say or comment that is being changed. */
export async function listSaid(
  db: Db,
  authorId: number,
  since: number,
  { sayId = 0, commentId = 0 }: { sayId?: number | undefined; commentId?: number | undefined } = {},
) {
  const comments = db
    .selectFrom('comments')
    .select('text')
    .where('authorId', '=', authorId)
    .where('createdAt', '>', since)
    .where('removedAt', 'is', null)
    .where('id', '<>', commentId);
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
    .where('id', '<>', sayId);
  return [...(await comments.execute()), ...(await messages.execute()), ...(await says.execute())].map(
    ({ text }) => text,
  );
}

/** The same of what they said in the group. Nobody looks at more of one member: they cannot say more in that time. */
export async function listChatted(db: Db, senderId: number, since: number) {
  const rows = await db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .select('text')
    .where('senderId', '=', senderId)
    .where('rooms.kind', '=', 'group')
    .where('chatMessages.createdAt', '>', since)
    .where('state', 'in', ['shown', 'held'])
    .where('text', '<>', '')
    .orderBy('chatMessages.id', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ text }) => text);
}
