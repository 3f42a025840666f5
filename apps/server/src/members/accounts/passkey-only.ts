import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { recordActOf } from '../../core/audit/audit.ts';
import { updateUser } from '../../core/identity/user-rows.ts';
import { notify } from '../../core/notices/notify.ts';
import { endOtherWays, isPasskeyOnly, type PasskeyOnly, type PasskeyRole } from '../../core/sessions/allowed-ways.ts';
import { loadGroup, saveSettings } from '../../core/settings/settings.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { hasPasskey, listWithoutPasskey } from './accounts.queries.ts';

type Change = { before: PasskeyOnly; after: PasskeyOnly };

/**
 * Runs in the transaction that saves who logs in by passkey only: asks those without one to add it, and ends the other
 * sessions of roles for which it begins.
 * @throws Failure not-allowed naming who has neither a passkey nor been reminded for one; the transaction must then fail.
 */
export async function applyPasskeyOnly(trx: Trx, viewer: Viewer, { before, after }: Change) {
  const roles = Object.keys(after) as PasskeyRole[];
  const changedTo = (value: string) => roles.filter((role) => after[role] === value && before[role] !== value);
  const [reminded, begun] = [changedTo('asked'), changedTo('only')];
  await requireReady(trx, viewer, begun);
  for (const member of await listWithoutPasskey(trx, reminded)) await askForPasskey(trx, member);
  await endOtherWays(trx, begun);
}

/** Requires that whoever switches it on has a passkey, so that one works here; the others have one, or were reminded to add it. */
async function requireReady(trx: Trx, viewer: Viewer, begun: PasskeyRole[]) {
  const [role] = begun;
  if (role === undefined) return;
  const field = `passkeyOnly.${role}`;
  if (!(await hasPasskey(trx, viewer.id)))
    throw new Failure('not-allowed', '你自己还没有通行密钥，先在个人中心添加一把', field);
  const unready = (await listWithoutPasskey(trx, begun)).filter(({ passkeyRemindedAt }) => passkeyRemindedAt === null);
  if (unready.length === 0) return;
  const names = unready.map(({ nickname }) => nickname).join('、');
  throw new Failure('not-allowed', `${names} 还没有通行密钥，也没有提醒过：先选「提醒添加」存一次`, field);
}

type Member = Awaited<ReturnType<typeof listWithoutPasskey>>[number];

async function askForPasskey(trx: Trx, { id, email, nickname }: Member) {
  const title = '请给账号添加一把通行密钥';
  const text = '站长打算让站务只用通行密钥登录。请在个人中心的「登录方式」里添加一把，到时没有它就登录不了。';
  await updateUser(trx, id, { passkeyRemindedAt: Date.now() });
  const about = { userId: id, kind: noticeKinds.system, actorId: null, subject: 'security' } as const;
  await notify(trx, { ...about, title, text, link: '/user#account' });
  if (email) await enqueueMail(trx, { to: email, subject: title, lines: [`${nickname}，你好：`, text] });
}

/**
 * Refuses a role that logs in by passkey only to a member without one, who could not log in again.
 * @throws Failure not-allowed naming `role`
 */
export async function requirePasskeyFor(trx: Trx, id: number, role: Viewer['role']) {
  if (isPasskeyOnly(await loadGroup(trx, 'passkeyOnly'), role) && !(await hasPasskey(trx, id)))
    throw new Failure('not-allowed', '这个角色只能用通行密钥登录，请对方先在个人中心添加一把', 'role');
}

/**
 * Runs in the transaction that removed a passkey.
 * @throws Failure not-allowed when it was the last of a member who logs in by nothing else; the transaction must then fail.
 */
export async function requirePasskeyLeft(trx: Trx, viewer: Viewer) {
  if (isPasskeyOnly(await loadGroup(trx, 'passkeyOnly'), viewer.role) && !(await hasPasskey(trx, viewer.id)))
    throw new Failure('not-allowed', '这是最后一把通行密钥，而你的账号只能用它登录；先添加另一把');
}

/** Lets owners log in by every way again, from the command line; recorded. Returns whether something changed. */
export async function allowOtherWays(trx: Trx) {
  const before = await loadGroup(trx, 'passkeyOnly');
  if (before.owner !== 'only') return false;
  const after: PasskeyOnly = { ...before, owner: 'off' };
  await saveSettings(trx, 'passkeyOnly', after);
  await recordActOf(trx, '命令行', { act: 'settings.save', subject: 'passkeyOnly', before, after });
  return true;
}
