import { noticeKinds } from '@mojian/contract/platform/rules';
import { findMentioned } from '../../community/comments/mentions.ts';
import type { Mention } from '../../content/text/comment-text.ts';
import { withoutBlocking } from '../../core/blocks/blocks.ts';
import { notify } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { raiseLast } from '../rooms/room-rows.ts';
import { mentionedIds, oneLine } from './message-text.ts';
import * as queries from './writing.queries.ts';

type RoomKind = { kind: 'group' | 'private' };
type Published = {
  message: { id: number; roomId: number; senderId: number; text: string };
  /** Members a group message may mention. */
  mentionable: Mention[];
};

/** Finds members a group message may mention, outside a transaction. */
export function findMentionable(db: Db, { kind }: RoomKind, text: string): Promise<Mention[]> {
  return kind === 'group' && text.includes('@') ? findMentioned(db, text) : Promise.resolve([]);
}

/** Makes messages of one room visible to it: newest in the list, searchable, and notifying the members they mention. */
export async function publishMessages(trx: Trx, search: Search, published: Published[]) {
  const messages = published.map(({ message }) => message);
  const newest = messages.at(-1);
  if (!newest) return;
  await raiseLast(trx, newest.roomId, Math.max(...messages.map(({ id }) => id)));
  await search.lines.add(
    trx,
    messages.map(({ id, roomId, text }) => ({ id, scope: roomId, text })),
  );
  for (const { message, mentionable } of published)
    if (mentionable.length > 0) await callMentioned(trx, message, mentionable);
}

async function callMentioned(trx: Trx, { id, senderId, text }: Published['message'], mentionable: Mention[]) {
  const mentioned = [...mentionedIds(text, mentionable)].filter((one) => one !== senderId);
  await queries.insertCalls(trx, id, mentioned);
  const about = {
    kind: noticeKinds.comment,
    actorId: senderId,
    subject: messageSubject(id),
    reason: 'mention',
  } as const;
  const content = { title: '', text: oneLine(text), link: `/im?message=${id}` };
  for (const userId of await withoutBlocking(trx, mentioned, senderId))
    await notify(trx, { ...about, ...content, userId });
}

/** Subject of its notices. */
export function messageSubject(id: number) {
  return `chat:${id}`;
}
