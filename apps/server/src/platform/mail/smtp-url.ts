import { isEmail, spellEmail } from '@mojian/contract/platform/email';

export type Sender = { name: string; address: string };

const form = '须形如 smtp://用户:密码@邮件服务器:587?from=发件邮箱';
const encoding = '用户与密码里的特殊字符用百分号编码：@ 写 %40，/ 写 %2F，# 写 %23，% 写 %25';

/** Options after the question mark: the sender, and those of nodemailer that have a use here. */
const options = /^(from|name|requireTLS|ignoreTLS|authMethod|\w+Timeout|tls\.\w+)$/;

/**
 * Parses SMTP_URL into server and sender (`?from=a@b.cn`, `?from=名字 <a@b.cn>`, or the login user); a sender without a
 * name gets the site's.
 * @throws Error in Chinese that repeats nothing of the URL, which holds a password
 */
export function readSmtpUrl(smtpUrl: string): { url: string; from: Sender } {
  if (!/^smtps?:\/\//.test(smtpUrl)) throw new Error('须以 smtp:// 或 smtps:// 开头');
  const url = URL.parse(smtpUrl);
  // a password with / ? or # in it ends the host too early
  if (!url?.hostname || url.hash || !/^\/?$/.test(url.pathname)) throw new Error(`${form}，其中${encoding}`);
  const unknown = [...url.searchParams.keys()].find((name) => !options.test(name));
  if (unknown !== undefined)
    throw new Error(`${form}；问号后面只认 from、requireTLS、ignoreTLS 与 tls. 开头的，${encoding}`);
  const from = url.searchParams.get('from') ?? decoded(url.username);
  url.searchParams.delete('from');
  return { url: url.href, from: readSender(from) };
}

function readSender(text: string): Sender {
  const [, name = '', inBrackets] = text.match(/^([^<>]*)<([^<>]*)>\s*$/) ?? [];
  const sender = { name: name.trim(), address: spellSender(inBrackets ?? text) };
  if (!isSender(sender.address)) throw new Error(`${form}；其中的 from 不是邮箱地址`);
  return sender;
}

/** Sender without trimmings; servers of an own network have names without a dot. */
function spellSender(text: string) {
  const spelled = spellEmail(text);
  return isEmail(spelled) ? spelled : text.trim();
}

function isSender(text: string) {
  return /^[^\s<>"@]+@[^\s<>"@]+$/.test(text);
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`${form}，其中${encoding}`);
  }
}

/** Mail server as entered in the settings. */
export type MailServer = {
  host: string;
  port: number;
  secure: boolean;
  /** Takes any certificate, for the owner's own server. */
  selfSigned: boolean;
  user: string;
  password: string;
  from: string;
};

/** SMTP_URL for development and tests: mails are stored instead of sent. */
export const storeOnly = 'keep:';

/** Whether mails leave the site: a server is set in the settings or the environment. */
export function canMail(mail: MailServer, smtpUrl: string | undefined) {
  return (chosenServer(mail) ?? smtpUrl) !== undefined;
}

/** Builds the SMTP_URL of the settings; undefined without a host. */
export function chosenServer({ host, port, secure, selfSigned, user, password, from }: MailServer): string | undefined {
  if (host === '') return undefined;
  const login = user && `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const trust = selfSigned ? '&tls.rejectUnauthorized=false' : '';
  return `${secure ? 'smtps' : 'smtp'}://${login}${host}:${port}?from=${encodeURIComponent(from || user)}${trust}`;
}
