import type { Trx } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';

/**
 * Mail of the site, in plain Chinese text. `code` is shown large between the paragraphs `lines` and `below`; `button`
 * links to a page of the site; `quotes` are other people's texts; `unsubscribe` is set for recurring mails, with the
 * reason for getting them. A mail not sent by `expiresAt` (milliseconds) is dropped.
 */
export type Mail = {
  to: string;
  subject: string;
  lines: string[];
  code?: string;
  below?: string[];
  quotes?: { who: string; text: string }[];
  button?: { words: string; url: string };
  unsubscribe?: { why: string; url: string };
  expiresAt?: number;
};

/** Sender site. `accent`: its colour as `#rrggbb`; cinnabar without one. */
export type Site = { name: string; url: string; accent?: string };

/** Outbox effect that sends a mail. */
export const sendMail = 'send-mail';

/** Queues a mail in the transaction, so that no reply waits for a mail server. */
export function enqueueMail(trx: Trx, mail: Mail) {
  return enqueue(trx, sendMail, mail);
}

/** Whether a mail expires: it contains a code or a single-use link. */
export function isFleeting({ code, expiresAt }: Pick<Mail, 'code' | 'expiresAt'>) {
  return code !== undefined || expiresAt !== undefined;
}
