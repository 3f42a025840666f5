import { noticeKinds } from '@mojian/contract/platform/rules';
import type { Trx } from '../../platform/db/schema.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { findAccount, listOwners } from '../identity/accounts.ts';
import { notify } from './notify.ts';

type Alert = { title: string; text: string; link: string };

const advice = '如果这不是你做的，请马上改密码，并在「登录中的设备」里让别的设备退出。';

/** Warns a member by notice and mail of an act a thief of their session would do. Sent for their own acts too. */
export async function alertMember(trx: Trx, userId: number, { title, text, link }: Alert) {
  const member = await findAccount(trx, userId);
  if (!member) return;
  const notice = { title, text: `${text}${advice}`, link };
  await notify(trx, { userId, kind: noticeKinds.system, actorId: null, subject: 'security', ...notice });
  if (!member.email) return;
  const lines = [`${member.nickname}，你好：`, text, advice];
  await enqueueMail(trx, { to: member.email, subject: title, lines });
}

/** Alerts every owner. */
export async function alertOwners(trx: Trx, alert: Alert) {
  for (const { id } of await listOwners(trx)) await alertMember(trx, id, alert);
}
