import type { ChatPreferences } from '@mojian/contract/chat/messages';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './rooms.queries.ts';

/** What a member shows others in chat, and sees of them. */
export async function readPreferences(db: Db, memberId: number): Promise<ChatPreferences> {
  const { showsRead, showsTyping, showsPresence } = await queries.findPreferences(db, memberId);
  return { receipts: showsRead === 1, typing: showsTyping === 1, presence: showsPresence === 1 };
}

type Change = { [Name in keyof ChatPreferences]?: boolean | undefined };

/** Changes some of them, and answers all. */
export async function changePreferences(db: Db, memberId: number, { receipts, typing, presence }: Change) {
  await queries.updatePreferences(db, memberId, {
    ...(receipts !== undefined && { showsRead: Number(receipts) }),
    ...(typing !== undefined && { showsTyping: Number(typing) }),
    ...(presence !== undefined && { showsPresence: Number(presence) }),
  });
  return readPreferences(db, memberId);
}

/** Of these members, those who let others see that they are there. */
export async function findShowing(db: Db, memberIds: number[]) {
  return (await queries.findShowing(db, memberIds)).map(({ id }) => id);
}
