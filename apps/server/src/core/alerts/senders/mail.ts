import { renderMail } from '../../../platform/mail/mail-html.ts';
import { openSmtp } from '../../../platform/mail/smtp.ts';
import { chosenServer, readSmtpUrl, storeOnly } from '../../../platform/mail/smtp-url.ts';
import { readSettings } from '../../settings/settings.ts';
import { AlertRefused, type Sender } from './sender.ts';

/** Milliseconds, below those of an outbox claim. */
const deadline = 20_000;

/** Mails an alert at once, not by the queue: its outcome is the alert's. */
export const sendByMail: Sender = async ({ url: to }, { title, lines, url }, { db, siteUrl, smtpUrl }) => {
  const { mail, identity, look } = await readSettings(db);
  const server = chosenServer(mail) ?? smtpUrl;
  if (server === undefined || server === storeOnly)
    throw new AlertRefused('还没有发信服务器。在「站点设置」的「邮件」里填上');
  const site = { name: identity.name, url: siteUrl, accent: look.accent };
  const subject = `${identity.name}：${title}`;
  const rendered = renderMail({ to, subject, lines: [title, ...lines], button: { words: '去看看', url } }, site);
  await deliver(server, { ...rendered, to, subject, name: identity.name }).catch((error: Error) => {
    throw new AlertRefused(`信没有寄出：${error.message}`);
  });
};

type AlertMail = ReturnType<typeof renderMail> & { to: string; subject: string; name: string };

async function deliver(server: string, { name, ...mail }: AlertMail) {
  const { url, from } = readSmtpUrl(server);
  const smtp = openSmtp(url, { deadline });
  try {
    await smtp.deliver({ ...mail, from: { ...from, name: from.name || name } });
  } finally {
    await smtp.close();
  }
}
