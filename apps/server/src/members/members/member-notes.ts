import { Failure } from '@mojian/contract/platform/failures';
import { may } from '@mojian/contract/platform/permissions';
import { recordAct } from '../../core/audit/audit.ts';
import { findAccount } from '../../core/identity/accounts.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { guestWithoutAccount } from '../accounts/staff-acts.ts';
import * as queries from './members.queries.ts';

type Note = { authorId: number | null };

/** Lists staff notes about a member, newest first; null for viewers who may not read them. */
export async function notesFor(db: Db, viewer: Viewer, userId: number) {
  if (!may(viewer.role, 'users.note')) return null;
  const notes = await queries.listNotes(db, userId);
  return notes.map(({ id, author, text, createdAt, ...note }) => ({
    id,
    author,
    text,
    createdAt: isoTime(createdAt),
    removable: mayRemove(viewer, note),
  }));
}

export function addNote(db: Db, viewer: Viewer, { id: userId, text }: { id: number; text: string }) {
  return db.transaction().execute(async (trx) => {
    const member = await findAccount(trx, userId);
    if (!member) throw new Failure('not-found', '用户不存在', 'id');
    if (member.isGuest) throw guestWithoutAccount();
    const author = (await findAccount(trx, viewer.id))?.nickname ?? '';
    const note = await queries.insertNote(trx, { userId, authorId: viewer.id, author, text, createdAt: Date.now() });
    await recordAct(trx, viewer, { act: 'users.note', subject: `user:${userId}`, after: { text } });
    return note;
  });
}

/** @throws Failure not-found; not-allowed for another's note unless the viewer manages members. */
export function removeNote(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    const note = await queries.findNote(trx, id);
    if (!note) throw new Failure('not-found', '备注不存在或已被删除', 'id');
    if (!mayRemove(viewer, note)) throw new Failure('not-allowed', '只能删除自己写的备注', 'id');
    await queries.deleteNote(trx, id);
    const { userId, text } = note;
    await recordAct(trx, viewer, { act: 'users.unnote', subject: `user:${userId}`, before: { text } });
  });
}

function mayRemove(viewer: Viewer, { authorId }: Note) {
  return authorId === viewer.id || may(viewer.role, 'users.manage');
}
