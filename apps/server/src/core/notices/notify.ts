import type { NoticeKind, NoticeReason } from '@mojian/contract/core/notices';
import { noticeKinds } from '@mojian/contract/platform/rules';
import type { Trx } from '../../platform/db/schema.ts';
import { tell } from '../../platform/stream/hub.ts';
import * as queries from './notify.queries.ts';

export type About = {
  /** Who is told. */
  userId: number;
  kind: NoticeKind;
  /** Who did it, or null when nobody in particular did. */
  actorId: number | null;
  /** What happened to what, `like article:12`: unread notices of one subject are one. */
  subject: string;
  /** System notices are each their own, but for these. */
  grouped?: boolean;
};
export type Told = { title: string; text: string; link: string; reason?: NoticeReason };

/**
 * Tells a member of what happened, in the transaction in which it does. Returns the notice's number; nothing where nobody
 * is told, as of what they did themselves.
 */
export async function notify(
  trx: Trx,
  { actorId, title, text, link, reason = '', grouped = false, ...about }: About & Told,
) {
  if (actorId === about.userId) return;
  const told = { title, text, link, reason, createdAt: Date.now() };
  const id = await put(trx, { ...about, ...told }, grouped);
  if (actorId !== null) await addActor(trx, { noticeId: id, actorId, createdAt: told.createdAt });
  await tell(trx, { topic: `user:${about.userId}`, type: 'notice', id });
  return id;
}

async function put(trx: Trx, notice: Parameters<typeof queries.insertNotice>[1], grouped: boolean) {
  if (notice.kind !== noticeKinds.system) return queries.upsertUnread(trx, notice);
  if (!grouped) return queries.insertNotice(trx, notice);
  // no index keeps these apart: of two at once the second waits here, and finds the first one's
  await queries.holdMember(trx, notice.userId);
  return (await queries.renewUnread(trx, notice)) ?? queries.insertNotice(trx, notice);
}

/** Has the notices of one subject say other words, read or not. False where there is none. */
export function retell(trx: Trx, { userId, kind, subject }: Omit<About, 'grouped'>, text: string) {
  return queries.updateText(trx, { userId, kind, subject }, text);
}

/** Takes back what `notify` told of one person, read or not. A notice nobody is left in goes. */
export async function unnotify(trx: Trx, { actorId, ...about }: Omit<About, 'grouped'> & { actorId: number }) {
  for (const { id } of await queries.listOf(trx, about, actorId)) {
    if (await queries.deleteActor(trx, { noticeId: id, actorId })) await queries.changeCount(trx, id, -1);
    await queries.deleteIfEmpty(trx, id);
    await tell(trx, { topic: `user:${about.userId}`, type: 'notice', id });
  }
}

/** Takes back every notice about what is gone for good, whoever was told. */
export async function forgetNotices(trx: Trx, subjects: string[]) {
  const gone = await queries.deleteAbout(trx, subjects);
  for (const userId of new Set(gone.map((notice) => notice.userId)))
    await tell(trx, { topic: `user:${userId}`, type: 'notice', id: 0 });
}

/** The row of the notice is locked by now, so of two at once one waits. */
async function addActor(trx: Trx, actor: queries.Actor) {
  if (await queries.touchActor(trx, actor)) return;
  await queries.insertActor(trx, actor);
  await queries.changeCount(trx, actor.noticeId, 1);
}
