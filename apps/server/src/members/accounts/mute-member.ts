import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { recordAct } from '../../core/audit/audit.ts';
import { notify } from '../../core/notices/notify.ts';
import { chinaTime, isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { updateUser } from './accounts.queries.ts';
import { holdMember } from './hold-member.ts';

/** `until`: ISO time, null for good. */
type Mute = { id: number; reason: string; until: string | null };
type Muted = Pick<Schema['users'], 'mutedAt' | 'mutedUntil'>;

/**
 * Keeps a member from saying anything in public or in chat; they log in and read as before, and are told.
 * @throws Failure as holdMember; not-allowed for oneself; already-done; invalid-input naming `until`.
 */
export function muteMember(db: Db, viewer: Viewer, { id, reason, until }: Mute) {
  return db.transaction().execute(async (trx) => {
    const now = Date.now();
    const mutedUntil = until === null ? null : Date.parse(until);
    if (mutedUntil !== null && mutedUntil <= now) throw new Failure('invalid-input', '时间已经过去', 'until');
    if (id === viewer.id) throw new Failure('not-allowed', '不能禁言自己的账号', 'id');
    if (isMuted(await holdMember(trx, viewer, id), now)) throw new Failure('already-done', '这个账号已经禁言了', 'id');
    await updateUser(trx, id, { mutedAt: now, mutedUntil, mutedReason: reason });
    await tellMember(
      trx,
      id,
      '你已被禁言',
      `${untilText(mutedUntil)}，原因：${reason}。你仍可以登录和阅读，写过的都还在。`,
    );
    await recordAct(trx, viewer, { act: 'users.mute', subject: `user:${id}`, after: { reason, until } });
  });
}

/** Lets a member speak again. @throws Failure as holdMember; already-done. */
export function unmuteMember(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    if (id === viewer.id) throw new Failure('not-allowed', '不能解除自己的禁言', 'id');
    const member = await holdMember(trx, viewer, id);
    if (!isMuted(member, Date.now())) throw new Failure('already-done', '这个账号没有禁言', 'id');
    await updateUser(trx, id, { mutedAt: null, mutedUntil: null, mutedReason: '' });
    await tellMember(trx, id, '禁言解除了', '现在可以照常发言了。');
    const { mutedReason: reason, mutedUntil } = member;
    const before = { reason, until: mutedUntil === null ? null : isoTime(mutedUntil) };
    await recordAct(trx, viewer, { act: 'users.unmute', subject: `user:${id}`, before });
  });
}

export function isMuted({ mutedAt, mutedUntil }: Muted, now: number) {
  return mutedAt !== null && (mutedUntil === null || mutedUntil > now);
}

export function untilText(mutedUntil: number | null) {
  return mutedUntil === null ? '永久禁言' : `禁言到 ${chinaTime(mutedUntil)}`;
}

function tellMember(trx: Trx, userId: number, title: string, text: string) {
  return notify(trx, { userId, kind: noticeKinds.system, actorId: null, subject: 'muted', title, text, link: '' });
}
