import type { Db } from '../../platform/db/schema.ts';

export function listApplications(db: Db) {
  return db
    .selectFrom('links')
    .select(['id', 'name', 'url', 'intro', 'avatar', 'email'])
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
}

export function listHeldMessages(db: Db, limit: number) {
  return db
    .selectFrom('boardMessages')
    .select(['id', 'nickname', 'place', 'text', 'reasons'])
    .where('state', '=', 'held')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listHeldComments(db: Db, limit: number) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .select(['comments.id', 'users.nickname', 'comments.place', 'comments.text', 'comments.reasons'])
    .where('comments.state', '=', 'held')
    .where('comments.removedAt', 'is', null)
    .orderBy('comments.id')
    .limit(limit)
    .execute();
}

export function listHeldSays(db: Db, limit: number) {
  return db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select(['says.id', 'users.nickname', 'says.place', 'says.text', 'says.reasons'])
    .where('says.state', '=', 'held')
    .orderBy('says.id')
    .limit(limit)
    .execute();
}

export function listHeldChat(db: Db, limit: number) {
  return db
    .selectFrom('chatMessages')
    .innerJoin('users', 'users.id', 'chatMessages.senderId')
    .select([
      'chatMessages.id',
      'users.nickname',
      'chatMessages.place',
      'chatMessages.text',
      'chatMessages.reasons',
      'chatMessages.picture',
    ])
    .where('chatMessages.state', '=', 'held')
    .orderBy('chatMessages.id')
    .limit(limit)
    .execute();
}

/** Open reports of chat messages, recalled ones included. */
export function listChatReports(db: Db, limit: number) {
  return db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporterId')
    .leftJoin('chatMessages', 'chatMessages.id', 'reports.chatMessageId')
    .leftJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .select([
      'reports.id',
      'reports.reason',
      'reports.chatMessageId',
      'reports.excerpt',
      'users.nickname',
      'rooms.kind',
      'chatMessages.state',
    ])
    .where('reports.settledAt', 'is', null)
    .where('reports.excerpt', '<>', '')
    .orderBy('reports.id')
    .limit(limit)
    .execute();
}

/** Open reports whose subject still exists, without the chat's. */
export function listOpenReports(db: Db, limit: number) {
  return db
    .selectFrom('reports')
    .leftJoin('comments', 'comments.id', 'reports.commentId')
    .leftJoin('boardMessages', 'boardMessages.id', 'reports.messageId')
    .leftJoin('says', 'says.id', 'reports.sayId')
    .select(({ fn, val }) => [
      'reports.id',
      'reports.reason',
      'reports.commentId',
      'reports.messageId',
      'reports.sayId',
      fn.coalesce('comments.text', 'boardMessages.text', 'says.text', val('')).as('text'),
    ])
    .where('reports.settledAt', 'is', null)
    .where('comments.removedAt', 'is', null)
    .where('reports.excerpt', '=', '')
    .orderBy('reports.id')
    .limit(limit)
    .execute();
}
