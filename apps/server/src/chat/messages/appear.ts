import { noticeKinds } from '@mojian/contract/platform/rules';
import type { Mention } from '../../community/comments/comment-text.ts';
import { findMentioned } from '../../community/comments/mentions.ts';
import { notify } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { withoutBlocking } from '../blocks/blocked.ts';
import { openingOf } from './line.ts';
import { calledIn } from './pieces.ts';
import * as queries from './writing.queries.ts';

type Said = { id: number; roomId: number; senderId: number; text: string };
type Room = { kind: 'group' | 'private' };

/** Whom a message may call: in private nobody is. Asks the database, so it belongs before the transaction. */
export function findCallable(db: Db, { kind }: Room, text: string): Promise<Mention[]> {
  return kind === 'group' && text.includes('@') ? findMentioned(db, text) : Promise.resolve([]);
}

/**
 * A message stands for all of its room to see from now on: it is the newest, can be found, and calls whom it names, each
 * once. Said for those of `callable` it names.
 */
export async function appear(trx: Trx, search: Search, said: Said, callable: Mention[]) {
  const { id, roomId, senderId, text } = said;
  await queries.raiseLast(trx, roomId, id);
  await search.lines.index(trx, { id, scope: roomId, text });
  const called = [...calledIn(text, callable)].filter((one) => one !== senderId);
  await queries.insertCalls(trx, id, called);
  const about = { kind: noticeKinds.comment, actorId: senderId, subject: subjectOf(id), reason: 'mention' } as const;
  const told = { title: '', text: openingOf(text), link: `/im?message=${id}` };
  for (const userId of await withoutBlocking(trx, called, senderId)) await notify(trx, { ...about, ...told, userId });
}

/** What its notices are about. */
export function subjectOf(id: number) {
  return `chat:${id}`;
}
