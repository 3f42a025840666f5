import { dayLength } from '@mojian/contract/platform/time';
import { hashMail } from '../../core/identity/guest-mail.ts';
import { updateUser } from '../../core/identity/user-rows.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { addressKey, addTry } from '../../platform/limits/limits.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { canMail } from '../../platform/mail/smtp-url.ts';
import { plainPage } from '../../platform/render/plain-page.ts';
import type { QuestionState } from '../../platform/render/question-page.ts';
import { issueTicket, isTicketGood, takeTicket } from '../../platform/tickets/tickets.ts';
import type { Target } from '../comments/comment-target.ts';

export const confirmPath = '/guest-mail';

const days = 3;
const ticket = { name: 'guest-mail', seconds: days * 86_400 };
type Confirmed = { userId: number; email: string };

/** Mails to one mailbox in a day, and from one address in an hour. */
const mails = { mailbox: { most: 3, seconds: 86_400 }, address: { most: 10, seconds: 3600 } };

type Place = { siteUrl: string; smtpUrl?: string | undefined };

/**
 * Mails a link by which a guest proves that they read the mailbox; until then it is stored nowhere but in the letter and
 * its ticket. Says nothing that the guest wrote, so that nobody sends letters of their own through it.
 */
export async function askToConfirm(
  trx: Trx,
  { siteUrl, smtpUrl }: Place,
  { userId, email, address, target }: Confirmed & { address: string; target: Target },
) {
  const { identity, mail } = await readSettings(trx);
  if (!canMail(mail, smtpUrl)) return;
  const guest = trx.selectFrom('users').select('guestEmail').where('id', '=', userId);
  if ((await guest.executeTakeFirst())?.guestEmail) return;
  const toMailbox = await addTry(trx, `mail of guest ${await hashMail(trx, email)}`, mails.mailbox.seconds);
  const fromAddress = await addTry(trx, `mails of guests at ${addressKey(address)}`, mails.address.seconds);
  if (toMailbox.hits > mails.mailbox.most || fromAddress.hits > mails.address.most) return;
  const secret = await issueTicket(trx, ticket, { userId, email } satisfies Confirmed);
  const where = target.kind === 'article' ? `《${target.title}》` : `说说「${target.title}」`;
  await enqueueMail(trx, {
    to: email,
    subject: '有人回复时写信给你，请先确认邮箱',
    lines: [
      `有人在${identity.name}的${where}下面留了一条评论，填了这个邮箱，希望有人回复时收到信。`,
      '是你的话，请在三天之内确认；不是你，不用理会，不会再有信来。',
    ],
    button: { words: '确认邮箱', url: `${siteUrl}${confirmPath}/${secret}` },
    expiresAt: Date.now() + days * dayLength,
  });
}

export function mayConfirm(db: Db, secret: string) {
  return isTicketGood(db, ticket, secret);
}

/** Stores the mailbox a letter went to; false for a used or expired link. */
export function confirmMail(db: Db, secret: string) {
  return db.transaction().execute(async (trx) => {
    const confirmed = await takeTicket<Confirmed>(trx, ticket, secret);
    if (!confirmed) return false;
    const guest = trx.selectFrom('users').select('id').where('id', '=', confirmed.userId).where('isGuest', '=', 1);
    if (!(await guest.executeTakeFirst())) return false; // claimed meanwhile
    await updateUser(trx, confirmed.userId, { guestEmail: confirmed.email, mailOnReply: 1 });
    return true;
  });
}

const home = '<nav aria-label="去处"><a class="btn" href="/">返回首页</a></nav>';

const states = {
  asking: {
    title: '确认邮箱',
    inner: `<p>确认之后，有人回复你的评论时写信给你；同一处一小时里至多一封，每封信里都能退订。</p>
<form method="post"><nav aria-label="去处"><button class="btn">确认</button><a class="btn" href="/">返回首页</a></nav></form>`,
  },
  done: { title: '已确认', inner: `<p>有人回复你时，写信告诉你。</p>${home}` },
  wrong: { title: '这个网址不对', inner: `<p>它可能没有复制完整，用过了，或已经过了三天。</p>${home}` },
};

/** Page behind the link of the letter: the question or the result. Works without scripts. */
export function confirmPage({ name, logo, seal }: { name: string; logo: string; seal: string }, state: QuestionState) {
  const hasSeal = logo === '' && seal === 'name';
  return plainPage({ siteName: name, hasSeal, ...states[state], hasForm: state === 'asking' });
}
