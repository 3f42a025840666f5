import type { adminChat, ChatMessage, ChatRow } from '@mojian/contract/chat/messages';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { withdrawSeconds } from '@mojian/contract/platform/rules';
import { isModerator } from '../../community/comments/comments.policy.ts';
import { settleReportsOf } from '../../community/reports/reports.ts';
import type { Mention } from '../../content/text/comment-text.ts';
import { type Recording, recordingOf } from '../../core/audit/audit.ts';
import { eachRecorded } from '../../core/moderation/each-recorded.ts';
import { concealHeld, presentWriting } from '../../core/moderation/moderated-writing.ts';
import { requireRankOver } from '../../core/moderation/rank.ts';
import { deleteNoticesOf } from '../../core/notices/notify.ts';
import { enqueueDrop } from '../../core/uploads/drop-picture.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { type Live, notifyFeedEffect } from '../../platform/stream/event-bus.ts';
import { deleteAbandonedRooms, leaveGroup, unlistRooms } from '../rooms/room-rows.ts';
import type { FoundRoom } from '../rooms/rooms.ts';
import { unpublishedReasons } from './access.ts';
import { nextSeq } from './feed.ts';
import { findVisibleMessage } from './list-messages.ts';
import { findMessage, type Row } from './messages.queries.ts';
import { chatMessages } from './messages.table.ts';
import { isGone, presentFor } from './present-messages.ts';
import { findMentionable, messageSubject, publishMessages } from './publish-messages.ts';
import * as queries from './writing.queries.ts';

type LiveDeps = { db: Db; search: Search; live: Live };

/**
 * Withdraws one's own message within two minutes or, as staff, removes one from the group. An empty place stays, of a held
 * message for its sender and the staff only.
 * @throws Failure not-found for a message the viewer does not see; not-allowed for another's or one that is too old.
 */
export async function withdrawMessage(deps: LiveDeps, viewer: Viewer, id: number): Promise<ChatMessage> {
  const { db, search, live } = deps;
  const { message: row, room } = await findVisibleMessage(db, viewer, id);
  if (!isGone(row)) {
    const state = withdrawalOf(viewer, row, room);
    const record = state === 'removed' ? await recordRemoval(db, viewer, id) : undefined;
    await db.transaction().execute(async (trx) => {
      await emptyMessage(trx, search, id, state);
      await record?.(trx);
    });
    live.notifyFeed();
  }
  const [message] = await presentFor(db, viewer, [(await findMessage(db, id)) ?? row]);
  if (!message) throw new Failure('gone');
  return message;
}

async function recordRemoval(db: Db, viewer: Viewer, id: number) {
  await requireRankOver(db, viewer, chatMessages, id);
  return recordingOf(db, viewer, { act: 'chat.remove', table: chatMessages, id });
}

function withdrawalOf(viewer: Viewer, { senderId, createdAt }: Row, { kind }: FoundRoom) {
  const isOwn = senderId === viewer.id;
  if (isOwn && Date.now() - createdAt <= withdrawSeconds * 1000) return 'withdrawn';
  if (kind === 'group' && isModerator(viewer)) return 'removed';
  throw new Failure('not-allowed', isOwn ? '撤回失败，只能撤回两分钟以内的消息' : '只能撤回自己的消息', 'id');
}

type Deps = { db: Db; search: Search };

/**
 * Shows a held message of the group to everyone, as a new one.
 * @throws Failure not-allowed for who does not moderate; not-found for one that is not held.
 */
export async function releaseChat(deps: Deps & { live: Live }, viewer: Viewer, id: number) {
  if (!isModerator(viewer)) throw new Failure('not-allowed', '只有管理员可以审核聊天');
  await releaseHeld(deps, id, await recordingOf(deps.db, viewer, { act: 'chat.release', table: chatMessages, id }));
  deps.live.notifyFeed();
  return null;
}

async function releaseHeld({ db, search }: Deps, id: number, record?: Recording) {
  const held = await findMessage(db, id);
  const mentionable = held ? await findMentionable(db, { kind: 'group' }, held.text) : [];
  return db.transaction().execute(async (trx) => {
    await releaseRow(trx, search, id, mentionable);
    await record?.(trx);
  });
}

async function releaseRow(trx: Trx, search: Search, id: number, mentionable: Mention[]) {
  const seq = await nextSeq(trx);
  const message = await queries.markReleased(trx, id, seq);
  if (!message) throw new Failure('not-found', '没有等待审核的这条消息', 'id');
  await publishMessages(trx, search, [{ message, mentionable }]);
}

/** Releases for the back office and the command line. @throws Failure not-found for one that is not held. */
export async function releaseChatMessage(deps: Deps, id: number, record?: Recording) {
  await releaseHeld(deps, id, async (trx) => {
    await pokeProcesses(trx);
    await record?.(trx);
  });
}

/** Removes a group message, held or shown. @throws Failure not-found, also for one of a private room. */
export async function removeGroupMessage({ db, search }: Deps, id: number, record?: Recording) {
  if (!(await queries.isInGroup(db, id))) throw new Failure('not-found', '公共聊天室里没有这条消息', 'id');
  await db.transaction().execute((trx) => remove(trx, search, id, record));
}

/**
 * Removes a reported message, the only way for staff to reach into a private room, and settles its reports.
 * @throws Failure not-found for a report that is settled or not of the chat.
 */
export async function removeReported({ db, search }: Deps, reportId: number, record?: Recording) {
  const report = await queries.findReportedChat(db, reportId);
  if (!report?.chatMessageId) throw new Failure('not-found', '没有等待处理的这份聊天举报', 'id');
  const id = report.chatMessageId;
  await db.transaction().execute((trx) => remove(trx, search, id, record));
}

async function remove(trx: Trx, search: Search, id: number, record?: Recording) {
  await emptyMessage(trx, search, id, 'removed');
  await settleReportsOf(trx, 'chatMessageId', id);
  await pokeProcesses(trx);
  await record?.(trx);
}

/** Content of an emptied message, to put it back. */
export type EmptiedMessage = Pick<Row, 'text' | 'picture' | 'quoteId' | 'place' | 'state' | 'reasons'>;

/** Empties a message of the group and returns what it held; undefined for one that is empty. Its picture stays stored. */
export async function takeMessageDown(trx: Trx, search: Search, id: number): Promise<EmptiedMessage | undefined> {
  const row = await findMessage(trx, id);
  if (!row || isGone(row)) return undefined;
  await emptyMessage(trx, search, id, 'removed', { keepsPicture: true });
  await settleReportsOf(trx, 'chatMessageId', id);
  await pokeProcesses(trx);
  const { text, picture, quoteId, place, state, reasons } = row;
  return { text, picture, quoteId, place, state, reasons };
}

/** Fills a message again, as a new one of the feed, and finds it in the search; mentions are not repeated. */
export async function putMessageBack(trx: Trx, search: Search, id: number, was: EmptiedMessage) {
  const seq = await nextSeq(trx);
  const message = await queries.refillMessage(trx, id, { ...was, seq });
  if (!message) return;
  if (was.state === 'shown') await publishMessages(trx, search, [{ message, mentionable: [] }]);
  await pokeProcesses(trx);
}

/** Lets go of the picture of a message that stays empty. */
export async function dropEmptied(trx: Trx, id: number, { picture }: EmptiedMessage) {
  const row = await findMessage(trx, id);
  if (row && picture !== '')
    await enqueueDrop(trx, { url: urlOf(picture), userId: row.senderId, usedAt: row.createdAt });
}

/** Wakes the feed through the outbox, since the command line runs in another process. */
function pokeProcesses(trx: Trx) {
  return enqueue(trx, notifyFeedEffect, {});
}

/**
 * Empties a message, its picture, mentions and notices, and takes it out of the search. The place of a held one stays
 * between its sender and the staff. Returns nothing if it was empty.
 */
async function emptyMessage(
  trx: Trx,
  search: Search,
  id: number,
  state: 'withdrawn' | 'removed',
  { keepsPicture = false } = {},
) {
  const seq = await nextSeq(trx);
  const message = await queries.findNotGone(trx, id);
  if (!message) return;
  const reasons = message.state === 'held' ? unpublishedReasons : '[]';
  await queries.clearMessage(trx, id, { state, seq, reasons });
  await queries.deleteCalls(trx, id);
  await search.lines.remove(trx, id);
  await deleteNoticesOf(trx, [messageSubject(id)]);
  if (message.picture !== '' && !keepsPicture)
    await enqueueDrop(trx, { url: urlOf(message.picture), userId: message.senderId, usedAt: message.createdAt });
  return message;
}

function urlOf(picture: string) {
  return (JSON.parse(picture) as { url: string }).url;
}

/** Empties up to `most` messages of a closed account, all or only the held ones, and returns how many. */
export async function eraseMessages(trx: Trx, search: Search, senderId: number, which: 'all' | 'unseen', most: number) {
  const ids = await queries.listSentIds(trx, senderId, which, most);
  for (const id of ids) await emptyMessage(trx, search, id, 'withdrawn');
  return ids.length;
}

/** Takes a member out of their rooms; private rooms stay with the other member. */
export async function leaveRooms(trx: Trx, userId: number) {
  await leaveGroup(trx, userId);
  await unlistRooms(trx, userId);
}

/**
 * Deletes up to `most` messages of private rooms that nobody is left in, then the rooms. Returns how many messages.
 */
export async function eraseAbandoned(trx: Trx, search: Search, userId: number, most: number) {
  const ids = await queries.listAbandoned(trx, userId, most);
  for (const id of ids) await search.lines.remove(trx, id);
  if (ids.length > 0) await queries.deleteMessages(trx, ids);
  else await deleteAbandonedRooms(trx, userId);
  return ids.length;
}

/** Lists held and reported messages of the group. */
export async function listChatForOffice(db: Db, viewer: Viewer, query: Input<typeof adminChat.list>['query']) {
  const page = await findPage(query, {
    list: (slice) => queries.listChatForStaff(db, query, slice),
    count: () => queries.countChatForStaff(db, query),
    present,
  });
  return { ...page, records: await withProvenPictures(db, concealHeld(viewer, page.records), 'picture') };
}

/** Applies an act to each of them and records it. Only messages of the group are found. */
export function actOnChat(deps: Deps, viewer: Viewer, { ids, act }: Input<typeof adminChat.act>['body']) {
  const moderate = act === 'release' ? releaseChatMessage : removeGroupMessage;
  return eachRecorded(deps.db, viewer, { ids, act: `chat.${act}`, table: chatMessages }, (id, record) =>
    moderate(deps, id, record),
  );
}

function present({
  senderId,
  picture,
  state,
  ...row
}: Awaited<ReturnType<typeof queries.listChatForStaff>>[number]): ChatRow {
  return {
    ...row,
    ...presentWriting(senderId, row),
    picture: picture === '' ? '' : (JSON.parse(picture) as { url: string }).url,
    path: `/im?message=${row.id}`,
    state: state === 'held' ? 'held' : 'shown',
  };
}
