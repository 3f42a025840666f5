import { contains } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

export type ChatFilter = { state: 'all' | 'held' | 'reported'; text: string; author: string };

/** Of the group alone, and nothing of what was taken back: private rooms are nobody's but of who talks there. */
const filtered = (db: Db, { state, text, author }: ChatFilter) =>
  db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .innerJoin('users', 'users.id', 'chatMessages.senderId')
    .$if(author !== '', (rows) => rows.where(contains('users.nickname', author)))
    .where('rooms.kind', '=', 'group')
    .where(({ or, and, eb, exists, selectFrom }) => {
      const isHeld = eb('chatMessages.state', '=', 'held');
      const isReported = and([
        eb('chatMessages.state', 'in', ['shown', 'held']),
        exists(
          selectFrom('reports')
            .select('reports.id')
            .whereRef('reports.chatMessageId', '=', 'chatMessages.id')
            .where('reports.settledAt', 'is', null),
        ),
      ]);
      if (state === 'held') return isHeld;
      return state === 'reported' ? isReported : or([isHeld, isReported]);
    })
    .$if(text !== '', (rows) => rows.where(contains('chatMessages.text', text)));

/** What waits for a moderator, the newest first. */
export function listMessages(db: Db, filter: ChatFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .select(['chatMessages.id', 'chatMessages.text', 'chatMessages.picture', 'chatMessages.state'])
    .select(['chatMessages.reasons', 'chatMessages.place', 'chatMessages.createdAt', 'chatMessages.senderId'])
    .select(['users.nickname', 'users.avatar'])
    .select((row) =>
      row
        .selectFrom('reports')
        .whereRef('reports.chatMessageId', '=', 'chatMessages.id')
        .where('reports.settledAt', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('reports'),
    )
    .orderBy('chatMessages.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countMessages(db: Db, filter: ChatFilter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
