import type { Db } from '../db/schema.ts';
import { keepMail } from './kept-mails.ts';
import type { Letter } from './letters.ts';
import { renderLetter, type Site } from './render-letter.ts';
import { LetterRefused, openSmtp } from './smtp.ts';
import { readSmtpUrl } from './smtp-url.ts';

type Parts = {
  db: Db;
  /** Without one, letters are kept for the owner to read. */
  smtpUrl: string | undefined;
  /** The site's name and address of now. */
  site: () => Promise<Site>;
  /** One line for the server's log. */
  warn: (line: string) => void;
};

export type Mailer = {
  /** The effect that sends a letter. Throws for what may go well later, with no word of the letter. */
  send: (letter: Letter) => Promise<void>;
  /** Lets go of the server, once letters under way are out or a few seconds have passed. */
  close: () => Promise<void>;
};

/** @throws Error with one Chinese line for an SMTP_URL that names no server or no sender. */
export function openMailer({ smtpUrl, ...parts }: Parts): Mailer {
  const mailer = smtpUrl === undefined ? keeping(parts) : sending(smtpUrl, parts);
  return {
    ...mailer,
    send: async (letter) => {
      if (!isOver(letter)) await mailer.send(letter);
    },
  };
}

function sending(smtpUrl: string, { site, warn }: Omit<Parts, 'smtpUrl'>): Mailer {
  const { url, from } = readSmtpUrl(smtpUrl);
  const smtp = openSmtp(url);
  return {
    close: smtp.close,
    async send(letter) {
      const here = await site();
      const sender = { ...from, name: from.name || here.name };
      try {
        const { to, subject, unsubscribe } = letter;
        const rendered = renderLetter(letter, here);
        await smtp.deliver({ ...rendered, from: sender, to, subject, unsubscribeUrl: unsubscribe?.url });
      } catch (error) {
        if (!(error instanceof LetterRefused)) throw error;
        warn(`一封寄往 ${domainOf(letter.to)} 的信被退回，不再重寄：${error.message}`);
      }
    },
  };
}

function keeping({ db, site, warn }: Omit<Parts, 'smtpUrl'>): Mailer {
  return {
    close: async () => {},
    async send(letter) {
      const rendered = renderLetter(letter, await site());
      const id = await keepMail(db, { ...rendered, recipient: letter.to, subject: letter.subject });
      warn(`没有设置 SMTP_URL，信没有寄出，留在数据库里（第 ${id} 封）；用 npm run mails 查看`);
    },
  };
}

function isOver({ expiresAt }: Letter) {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

function domainOf(address: string) {
  return address.slice(address.lastIndexOf('@') + 1);
}
