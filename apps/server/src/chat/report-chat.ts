import { Failure } from '@mojian/contract/failures';
import type { Db, Trx } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import type { Viewer } from '../http/viewer.ts';
import { keepReport } from '../reports/reports.ts';
import { mayReadGroup } from './group-mode.ts';
import * as queries from './reported.queries.ts';

type Report = { id: number; reason: string };
type Line = Awaited<ReturnType<typeof queries.listAround>>[number];

/** Of what was said before and after, so many each: enough to understand it, and no more of what is private. */
const around = 3;

/**
 * Hands a chat message to the staff, with a few before and after as the reporter sees them: a copy, which stays when the
 * sender takes the words back, and all that the staff ever sees of a private room. However often one member reports the
 * same, it counts once.
 * @throws Failure not-found for what the reporter does not see or what is gone; invalid-input for their own.
 */
export async function reportChat(db: Db, viewer: Viewer, report: Report) {
  const seesGroup = await mayReadGroup(db, viewer);
  return db.transaction().execute((trx) => write(trx, viewer, { ...report, seesGroup }));
}

async function write(trx: Trx, viewer: Viewer, { id, reason, seesGroup }: Report & { seesGroup: boolean }) {
  const said = await queries.findReadable(trx, viewer.id, id);
  if (!said || (said.kind === 'group' && !seesGroup)) throw new Failure('not-found', '消息不存在或已被撤回', 'id');
  if (said.senderId === viewer.id) throw new Failure('invalid-input', '不能举报自己的消息', 'id');
  const lines = await queries.listAround(trx, viewer.id, said, around);
  const excerpt = JSON.stringify(lines.map(excerptOf));
  const text = said.text || '［图片］';
  const link = said.kind === 'group' ? '/im' : '';
  await keepReport(trx, { chatMessageId: id, reporterId: viewer.id, reason, excerpt }, { text, link });
  return null;
}

export type ExcerptLine = ReturnType<typeof excerptOf>;

function excerptOf({ id, senderId, nickname, text, picture, createdAt }: Line) {
  const url = picture === '' ? '' : (JSON.parse(picture) as { url: string }).url;
  return { id, senderId, sender: nickname, text, picture: url, createdAt: isoTime(createdAt) };
}
