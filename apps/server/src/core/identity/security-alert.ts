import { noticeKinds } from '@mojian/contract/platform/rules';
import { notify } from '../../core/notices/notify.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { postLetter } from '../../platform/mail/letters.ts';
import { findAccount, listOwners } from './accounts.ts';

type Alert = { title: string; text: string; link: string };

const advice = '如果这不是你做的，请马上改密码，并在「登录中的设备」里让别的设备退出。';

/** Tells a member, by notice and by letter, of what a thief of their session would do. Also of what they did themselves. */
export async function alertMember(trx: Trx, userId: number, { title, text, link }: Alert) {
  const member = await findAccount(trx, userId);
  if (!member) return;
  const told = { title, text: `${text}${advice}`, link };
  await notify(trx, { userId, kind: noticeKinds.system, actorId: null, subject: 'security', ...told });
  if (!member.email) return;
  const lines = [`${member.nickname}，你好：`, text, advice];
  await postLetter(trx, { to: member.email, subject: title, lines });
}

/** The same for every owner. */
export async function alertOwners(trx: Trx, alert: Alert) {
  for (const { id } of await listOwners(trx)) await alertMember(trx, id, alert);
}
