import type { NodemailerError } from 'nodemailer';
import type { RenderedMail } from './mail-html.ts';
import { reasonOf } from './smtp-reasons.ts';
import type { Sender } from './smtp-url.ts';

/** The server refused this mail for good; a retry is useless. */
export class MailRefused extends Error {}

type SmtpMail = RenderedMail & {
  to: string;
  from: Sender;
  subject: string;
  unsubscribeUrl?: string | undefined;
};

const waits = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Milliseconds per mail, below the minute of an outbox claim. */
const deliveryTimeoutMs = 45_000;
/** Milliseconds for running deliveries when the site stops. */
const closeTimeoutMs = 5000;

/**
 * Sends through the server at `url` over a few pooled connections. Errors are worded here: a server's reply may repeat
 * the mail, its recipient or a password.
 */
export function openSmtp(url: string, { deadline = deliveryTimeoutMs } = {}) {
  const underWay = new Set<Promise<unknown>>();
  let opening: ReturnType<typeof open> | undefined;

  return {
    /** @throws MailRefused for good, Error for now */
    async deliver({ to, unsubscribeUrl, ...mail }: SmtpMail) {
      opening ??= open(url);
      const transport = await opening;
      const sending = transport.sendMail({
        ...mail,
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl && oneClick(unsubscribeUrl)) },
        signal: AbortSignal.timeout(deadline),
      });
      underWay.add(sending);
      try {
        await sending;
      } catch (error) {
        const reason = reasonOf(error as NodemailerError);
        throw isFinal(error as NodemailerError) ? new MailRefused(reason) : new Error(reason);
      } finally {
        underWay.delete(sending);
      }
    },

    /** Connects and logs in. @throws Error */
    async greet() {
      opening ??= open(url);
      try {
        await (await opening).verify();
      } catch (error) {
        throw new Error(reasonOf(error as NodemailerError));
      }
    },

    async close() {
      if (!opening) return;
      await Promise.race([
        Promise.allSettled(underWay),
        new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref()),
      ]);
      (await opening).close({ force: true });
    },
  };
}

/** RFC 8058: one-click unsubscribe header. */
function oneClick(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

async function open(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...waits,
  });
}

/** Whether a retry is useless. A refused sender is not final: the owner may correct the settings. */
function isFinal({ code, command, permanent, responseCode }: NodemailerError) {
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMail && command !== 'MAIL FROM' && (permanent === true || responseCode === undefined);
}
