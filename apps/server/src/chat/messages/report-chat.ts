import { Failure } from '@mojian/contract/platform/failures';
import type { ExcerptLine } from '../../community/reports/reports.ts';
import { addReport } from '../../community/reports/reports.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { FoundRoom } from '../rooms/find-room.ts';
import * as queries from './chat.queries.ts';
import { findSaid } from './find-seen.ts';

/** Of what was said before and after, so many each: enough to understand it, and no more of what is private. */
const around = 3;

/**
 * Hands a chat message to the staff, with a few before and after as the reporter sees them: a copy, which stays when the
 * sender takes the words back, and all that the staff ever sees of a private room. However often one member reports the
 * same, it counts once.
 * @throws Failure not-found for what the reporter does not see or what is gone; invalid-input for their own.
 */
export async function reportChat(db: Db, viewer: Viewer, { id, reason }: { id: number; reason: string }) {
  const { said, room } = await findSaid(db, viewer, id);
  if (said.senderId === viewer.id) throw new Failure('invalid-input', '不能举报自己的消息', 'id');
  const excerpt = JSON.stringify(await excerptOf(db, viewer, room, said));
  const reported = room.kind === 'group' ? publicly(said) : privately;
  const report = { kind: 'chat' as const, id, reporterId: viewer.id, reason, excerpt };
  await db.transaction().execute((trx) => addReport(trx, report, reported));
  return null;
}

/** What was said in private stands in the excerpt alone, which is forgotten in time; a notice would keep it. */
const privately = { text: '私聊里的一条消息，到后台的「举报」里查看', link: '' };

function publicly({ id, text }: queries.Row) {
  return { text: text || '［图片］', link: `/im?message=${id}` };
}

async function excerptOf(db: Db, viewer: Viewer, room: FoundRoom, said: queries.Row): Promise<ExcerptLine[]> {
  const stretch = { viewer, roomId: room.id, clearedId: room.clearedId, from: said.id, limit: around };
  const [before, after] = await Promise.all([
    queries.selectBefore(db, stretch).where('state', '=', 'shown').execute(),
    queries.selectAfter(db, stretch).where('state', '=', 'shown').execute(),
  ]);
  const rows = [...before.reverse(), said, ...after];
  const people = await queries.listPeople(db, [...new Set(rows.map(({ senderId }) => senderId))]);
  const nameOf = new Map(people.map((person) => [person.id, person.nickname]));
  return rows.map(({ id, senderId, text, picture, createdAt }) => ({
    ...{ id, senderId, sender: nameOf.get(senderId) ?? '', text },
    picture: picture === '' ? '' : (JSON.parse(picture) as { url: string }).url,
    createdAt: isoTime(createdAt),
  }));
}
