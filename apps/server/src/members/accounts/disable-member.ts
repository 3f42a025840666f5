import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { endSessions } from '../../core/sessions/sessions.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { postLetter } from '../../platform/mail/mails.ts';
import { accountDisabledLetter } from './account-letters.ts';
import { updateUser } from './accounts.queries.ts';
import { dropSecrets } from './drop-secrets.ts';
import { holdMember } from './hold-member.ts';
import { requireOwner } from './owners.ts';

/** `until`: ISO time, null for good. */
type Bar = { id: number; reason: string; until: string | null };
type Member = Awaited<ReturnType<typeof holdMember>>;

/**
 * Shuts a member out: every session and stream of theirs ends at once, what they wrote stays.
 * @throws Failure as holdMember and requireOwner; not-allowed for oneself; already-done; invalid-input naming `until`.
 */
export function disableMember(db: Db, viewer: Viewer, bar: Bar) {
  return db.transaction().execute((trx) => disable(trx, viewer, bar));
}

async function disable(trx: Trx, viewer: Viewer, { id, reason, until }: Bar) {
  const now = Date.now();
  const disabledUntil = until === null ? null : Date.parse(until);
  if (disabledUntil !== null && disabledUntil <= now) throw new Failure('invalid-input', '时间已经过去', 'until');
  if (id === viewer.id) throw new Failure('not-allowed', '不能停用自己的账号', 'id');
  const member = await holdMember(trx, viewer, id);
  if (isDisabled(member, now)) throw new Failure('already-done', '这个账号已经停用了', 'id');
  await updateUser(trx, id, { disabledAt: now, disabledUntil, disabledReason: reason });
  if (member.role === 'owner') await requireOwner(trx);
  await dropSecrets(trx, member);
  await endSessions(trx, id);
  if (member.email) await postLetter(trx, accountDisabledLetter(member.email, member.nickname, reason, disabledUntil));
  await recordAct(trx, viewer, { act: 'users.disable', subject: `user:${id}`, after: { reason, until } });
}

/** Lets a member log in again. @throws Failure as holdMember; already-done. */
export function enableMember(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    const member = await holdMember(trx, viewer, id);
    if (!isDisabled(member, Date.now())) throw new Failure('already-done', '这个账号没有停用', 'id');
    await updateUser(trx, id, { disabledAt: null, disabledUntil: null, disabledReason: '' });
    const { disabledReason: reason, disabledUntil } = member;
    const before = { reason, until: disabledUntil === null ? null : isoTime(disabledUntil) };
    await recordAct(trx, viewer, { act: 'users.enable', subject: `user:${id}`, before });
  });
}

export function isDisabled({ disabledAt, disabledUntil }: Pick<Member, 'disabledAt' | 'disabledUntil'>, now: number) {
  return disabledAt !== null && (disabledUntil === null || disabledUntil > now);
}
