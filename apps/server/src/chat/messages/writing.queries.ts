import type { Insertable, Updateable } from 'kysely';
import { openReports } from '../../core/moderation/moderated-writing.ts';
import { compiledOnce } from '../../platform/db/compiled.ts';
import { contains, countRows } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { abandonedRooms } from '../rooms/room-rows.ts';

export type NewMessage = Insertable<Schema['chatMessages']>;

const sentBefore = compiledOnce((db, { senderId, sendKey }: { senderId: number; sendKey: string }) =>
  db.selectFrom('chatMessages').selectAll().where('senderId', '=', senderId).where('sendKey', '=', sendKey),
);

export async function findSentMessage(db: Db | Trx, senderId: number, sendKey: string) {
  return (await sentBefore(db, { senderId, sendKey })).at(0);
}

/** Finds which of some messages were stored before, by sender and key. */
export function listSentMessages(trx: Trx, messages: { senderId: number; sendKey: string }[]) {
  return trx
    .selectFrom('chatMessages')
    .selectAll()
    .where(({ or, and }) => or(messages.map(({ senderId, sendKey }) => and({ senderId, sendKey }))))
    .execute();
}

export function insertChatMessages(trx: Trx, messages: NewMessage[]) {
  return trx.insertInto('chatMessages').values(messages).returningAll().execute();
}

export async function insertCalls(trx: Trx, messageId: number, userIds: number[]) {
  if (userIds.length === 0) return;
  await trx
    .insertInto('chatCalls')
    .values(userIds.map((userId) => ({ messageId, userId })))
    .onConflict((known) => known.columns(['userId', 'messageId']).doNothing())
    .execute();
}

export async function insertHidden(trx: Trx, userId: number, messageId: number) {
  await trx
    .insertInto('chatHidden')
    .values({ userId, messageId })
    .onConflict((known) => known.columns(['userId', 'messageId']).doNothing())
    .execute();
}

/** Returns the released message; nothing for one that is not held. */
export function markReleased(trx: Trx, id: number, seq: number) {
  return trx
    .updateTable('chatMessages')
    .set({ state: 'shown', reasons: '[]', seq })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .returning(['id', 'roomId', 'senderId', 'text'])
    .executeTakeFirst();
}

/** The chat message an open report is about. */
export function findReportedChat(db: Db, id: number) {
  return db
    .selectFrom('reports')
    .select('chatMessageId')
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .where('chatMessageId', 'is not', null)
    .executeTakeFirst();
}

/** True for a message of the group that is shown or held. */
export async function isInGroup(db: Db, id: number) {
  const found = await db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .select('chatMessages.id')
    .where('chatMessages.id', '=', id)
    .where('rooms.kind', '=', 'group')
    .where('chatMessages.state', 'in', ['shown', 'held'])
    .executeTakeFirst();
  return found !== undefined;
}

/** A message that is not emptied. Runs under the lock of the sequence number. */
export function findNotGone(trx: Trx, id: number) {
  return trx
    .selectFrom('chatMessages')
    .select(['senderId', 'picture', 'state', 'createdAt'])
    .where('id', '=', id)
    .where('state', 'in', ['shown', 'held'])
    .executeTakeFirst();
}

type Emptying = { state: 'withdrawn' | 'removed'; seq: number; reasons: string };

export async function clearMessage(trx: Trx, id: number, change: Emptying) {
  await trx
    .updateTable('chatMessages')
    .set({ text: '', picture: '', quoteId: null, place: '', ...change })
    .where('id', '=', id)
    .execute();
}

type Refilling = Pick<Schema['chatMessages'], 'quoteId' | 'seq'> &
  Record<'text' | 'picture' | 'place' | 'reasons', string> & { state: string };

/** Fills a message that was removed and is still empty. */
export function refillMessage(trx: Trx, id: number, content: Refilling) {
  return trx
    .updateTable('chatMessages')
    .set(content as Updateable<Schema['chatMessages']>)
    .where('id', '=', id)
    .where('state', '=', 'removed')
    .where('text', '=', '')
    .returning(['id', 'roomId', 'senderId', 'text'])
    .executeTakeFirst();
}

export async function deleteCalls(trx: Trx, messageId: number) {
  await trx.deleteFrom('chatCalls').where('messageId', '=', messageId).execute();
}

export async function listSentIds(trx: Trx, senderId: number, which: 'all' | 'unseen', most: number) {
  const rows = await trx
    .selectFrom('chatMessages')
    .select('id')
    .where('senderId', '=', senderId)
    .where('state', 'in', which === 'all' ? ['shown', 'held'] : ['held'])
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listAbandoned(trx: Trx, userId: number, most: number) {
  const rows = await trx
    .selectFrom('chatMessages')
    .select('id')
    .where('roomId', 'in', abandonedRooms(trx, userId))
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteMessages(trx: Trx, ids: number[]) {
  await trx.deleteFrom('chatMessages').where('id', 'in', ids).execute();
}

type ChatFilter = { state: 'all' | 'held' | 'reported'; text: string; author: string };

/** Few of all messages, so that the list starts from them. */
function waitingIds(db: Db, state: ChatFilter['state']) {
  const held = db.selectFrom('chatMessages').select('id').where('state', '=', 'held');
  const reported = db
    .selectFrom('reports')
    .select((eb) => eb.ref('chatMessageId').$notNull().as('id'))
    .where('settledAt', 'is', null)
    .where('chatMessageId', 'is not', null);
  if (state === 'all') return held.union(reported);
  return state === 'held' ? held : reported;
}

/** Held or reported messages of the group; private rooms stay private. */
const filterForStaff = (db: Db, { state, text, author }: ChatFilter) =>
  db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .innerJoin('users', 'users.id', 'chatMessages.senderId')
    .$if(author !== '', (rows) => rows.where(contains('users.nickname', author)))
    .where('rooms.kind', '=', 'group')
    .where('chatMessages.state', 'in', ['shown', 'held'])
    .where('chatMessages.id', 'in', waitingIds(db, state))
    .$if(text !== '', (rows) => rows.where(contains('chatMessages.text', text)));

export function listChatForStaff(db: Db, filter: ChatFilter, { limit, offset }: { limit: number; offset: number }) {
  return filterForStaff(db, filter)
    .select([
      'chatMessages.id',
      'chatMessages.text',
      'chatMessages.picture',
      'chatMessages.state',
      'chatMessages.reasons',
      'chatMessages.place',
      'chatMessages.createdAt',
      'chatMessages.senderId',
      'users.nickname',
      'users.avatar',
      'users.isGuest',
      openReports('chatMessageId', 'chatMessages.id'),
    ])
    .orderBy('chatMessages.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countChatForStaff(db: Db, filter: ChatFilter) {
  return countRows(filterForStaff(db, filter));
}
