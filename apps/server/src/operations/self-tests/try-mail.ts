import type { SelfTestResult } from '@mojian/contract/operations/self-tests';
import type { Settings } from '../../core/settings/settings.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { renderLetter } from '../../platform/mail/mail-html.ts';
import type { Site } from '../../platform/mail/mails.ts';
import { chosenServer, keepLetters, openSmtp, readSmtpUrl } from '../../platform/mail/smtp.ts';
import type { Parts } from './parts.ts';
import { findEmail } from './self-tests.queries.ts';

/** Milliseconds for the whole letter: somebody is waiting before the screen. */
const patience = 20_000;

/** Sends a letter at once, past the outbox, to an address or to whoever asks. */
export async function tryMail(
  { db, siteUrl, smtpUrl }: Parts,
  { mail, identity, look }: Settings,
  viewer: Viewer,
  address: string | undefined,
): Promise<SelfTestResult> {
  const to = address ?? (await findEmail(db, viewer.id));
  if (!to) return { ok: false, text: '你的账号没有邮箱，请写一个收信的地址' };
  const server = chosenServer(mail) ?? smtpUrl;
  if (server === undefined || server === keepLetters)
    return { ok: false, text: '还没有发信服务器：信都留在本站，可以在「发件箱」里看' };
  return send(server, to, { name: identity.name, url: siteUrl, accent: look.accent });
}

async function send(server: string, to: string, site: Site): Promise<SelfTestResult> {
  const { url, from } = readSmtpUrl(server);
  const smtp = openSmtp(url, { deadline: patience });
  const begun = Date.now();
  try {
    const subject = `${site.name}的试信`;
    const letter = { to, subject, lines: ['收到这封信，说明发信服务器已经设好。'] };
    await smtp.deliver({ ...renderLetter(letter, site), to, subject, from: { ...from, name: from.name || site.name } });
    return { ok: true, text: `已寄往 ${to}，用时 ${((Date.now() - begun) / 1000).toFixed(1)} 秒；请到信箱里看看` };
  } catch (error) {
    return { ok: false, text: (error as Error).message };
  } finally {
    await smtp.close();
  }
}
