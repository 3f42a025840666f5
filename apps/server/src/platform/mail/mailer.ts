import { howToRun } from '../command-line.ts';
import type { Db, Trx } from '../db/schema.ts';
import { type RenderedMail, renderMail } from './mail-html.ts';
import { isFleeting, type Mail, type Site } from './mails.ts';
import { recordOutcome } from './outcomes.ts';
import { MailRefused, openSmtp } from './smtp.ts';
import { readSmtpUrl, storeOnly } from './smtp-url.ts';

type Deps = {
  db: Db;
  /** Mail server of the environment. Without one, and none in the settings, mails are stored for the owner to read. */
  smtpUrl: string | undefined;
  /** Mail server of the settings, which takes precedence; see `chosenServer`. */
  chosen?: () => Promise<string | undefined>;
  /** Current name and address of the site. */
  site: () => Promise<Site>;
  warn: (line: string) => void;
};

export type Mailer = {
  /** Outbox effect that sends a mail. Throws for temporary failures, with no content of the mail. */
  send: (mail: Mail) => Promise<void>;
  /** Closes the connections once running deliveries are done or a few seconds have passed. */
  close: () => Promise<void>;
};

export function openMailer({ smtpUrl, chosen, ...deps }: Deps): Mailer {
  const current = currentServer();
  return {
    close: current.close,
    async send(mail) {
      if (isOver(mail)) return;
      const server = (await chosen?.()) ?? smtpUrl;
      if (server === undefined || server === storeOnly) await storeUnsent(mail, deps);
      else await deliver(mail, server, current, deps);
    },
  };
}

type DeliveryDeps = Omit<Deps, 'smtpUrl' | 'chosen'>;

/** Transport of the last mail; replaced when the settings change. */
function currentServer() {
  let current: { url: string; smtp: ReturnType<typeof openSmtp> } | undefined;
  const farewells = new Set<Promise<void>>();
  return {
    at(url: string) {
      if (current?.url === url) return current.smtp;
      if (current) {
        const leaving = current.smtp.close().finally(() => farewells.delete(leaving));
        farewells.add(leaving);
      }
      current = { url, smtp: openSmtp(url) };
      return current.smtp;
    },
    async close() {
      await Promise.all([...farewells, current?.smtp.close()]);
    },
  };
}

async function deliver(mail: Mail, server: string, current: ReturnType<typeof currentServer>, deps: DeliveryDeps) {
  const { url, from } = readSmtpUrl(server);
  const here = await deps.site();
  const sender = { ...from, name: from.name || here.name };
  const record = (failure: string, byServer: boolean) =>
    recordOutcome(deps.db, { to: mail.to, subject: mail.subject, failure, byServer }).catch((error: Error) =>
      deps.warn(`没有记下一封信寄得怎样：${error.message}`),
    );
  try {
    const { to, code, unsubscribe } = mail;
    // the subject in a list of mails shows which account the code belongs to
    const subject = code ? `${here.name}的验证码 ${code}` : mail.subject;
    const rendered = renderMail(mail, here);
    await current.at(url).deliver({ ...rendered, from: sender, to, subject, unsubscribeUrl: unsubscribe?.url });
    await record('', true);
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    const failure = (error as Error).message;
    await record(failure, !isRefused);
    if (!isRefused) throw error;
    deps.warn(`一封寄往 ${domainOf(mail.to)} 的信被退回，不再重寄：${error.message}`);
  }
}

async function storeUnsent(mail: Mail, { db, site, warn }: DeliveryDeps) {
  const rendered = renderMail(mail, await site());
  const id = await storeMail(db, {
    ...rendered,
    recipient: mail.to,
    subject: mail.subject,
    fleeting: isFleeting(mail) ? 1 : 0,
  });
  warn(`没有设置发信服务器，信没有寄出，留在数据库里（第 ${id} 封）；用 ${howToRun('mails')} 查看`);
}

function isOver({ expiresAt }: Mail) {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

function domainOf(address: string) {
  return address.slice(address.lastIndexOf('@') + 1);
}

const maxStored = 500;

/** Stores an undeliverable mail, deletes all but the newest 500, and returns its id. */
function storeMail(db: Db, mail: RenderedMail & { recipient: string; subject: string; fleeting: number }) {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('keptMails')
      .values({ ...mail, createdAt: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await forgetOldest(trx);
    return id;
  });
}

/** Stored mails, newest first. */
export function listStoredMails(db: Db, most: number) {
  return db.selectFrom('keptMails').selectAll().orderBy('id', 'desc').limit(most).execute();
}

/** Page of stored mails without bodies, newest first, with the total. */
export async function listStoredMailPage(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const rows = await db
    .selectFrom('keptMails')
    .select(['id', 'recipient', 'subject', 'createdAt'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await db
    .selectFrom('keptMails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

export function findStoredMail(db: Db, id: number) {
  return db
    .selectFrom('keptMails')
    .select(['id', 'recipient', 'subject', 'text', 'createdAt', 'fleeting'])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function forgetOldest(trx: Trx) {
  const oldestToStay = trx
    .selectFrom('keptMails')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(maxStored - 1);
  await trx.deleteFrom('keptMails').where('id', '<', oldestToStay).execute();
}
