const address = /^[^\s<>"@]+@[^\s<>"@]+$/;

export type Sender = { name: string; address: string };

const form = '环境变量 SMTP_URL 须形如 smtp://用户:密码@邮件服务器:587?from=发件邮箱';

/**
 * What SMTP_URL says: the server as nodemailer reads it, and who letters are from (`?from=a@b.cn`, or `?from=名字 <a@b.cn>`,
 * or the user that logs in). A sender without a name gets the site's.
 * @throws Error with one Chinese line that repeats nothing of the address: it holds a password.
 */
export function readSmtpUrl(smtpUrl: string): { url: string; from: Sender } {
  const url = URL.parse(smtpUrl);
  if (!url?.hostname) throw new Error(form);
  const from = url.searchParams.get('from') ?? decoded(url.username);
  url.searchParams.delete('from');
  return { url: url.href, from: readSender(from) };
}

function readSender(text: string): Sender {
  const [, name = '', inBrackets] = text.match(/^([^<>]*)<([^<>]*)>\s*$/) ?? [];
  const sender = { name: name.trim(), address: (inBrackets ?? text).trim() };
  if (!address.test(sender.address)) throw new Error(`${form}；其中的 from 不是邮箱地址`);
  return sender;
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(form);
  }
}
