/** Describes a refusal as nodemailer does. The server's own words may repeat the mail, its recipient or a password. */
export type SmtpError = {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
  message?: string;
};

type Rule = { when: (error: SmtpError) => boolean; words: string };

const by = (field: 'code' | 'originalCode', pattern: RegExp) => (error: SmtpError) => pattern.test(error[field] ?? '');
const says = (pattern: RegExp) => (error: SmtpError) => pattern.test(error.message ?? '');
const network = (pattern: RegExp) => (error: SmtpError) =>
  pattern.test(`${error.originalCode ?? ''} ${error.code ?? ''}`);
/** Replies to a command, by their numbers (RFC 5321, RFC 4954). */
const reply =
  (command: RegExp, low: number, high = low) =>
  (error: SmtpError) =>
    command.test(error.command ?? '') && (error.responseCode ?? 0) >= low && (error.responseCode ?? 0) <= high;

const login = /^AUTH/;
const sender = /^MAIL FROM/;
const recipient = /^RCPT TO/;
const text = /^(DATA|API)/;
const greeting = /^(EHLO|HELO|LHLO|CONN)/;

/** Chinese words for each kind of refusal; the first that fits. */
const rules: Rule[] = [
  {
    when: (error) => network(/ERR_SSL_WRONG_VERSION_NUMBER|EPROTO\b/)(error) || says(/wrong version number/i)(error),
    words: '这个端口不要打开 SSL：关掉「直接使用加密连接」，或把端口改成 465',
  },
  {
    when: (error) => says(/greeting never received/i)(error),
    words: '邮件服务器没有打招呼：这个端口（465 都是）要打开「直接使用加密连接」，不然就是端口写错了',
  },
  {
    when: (error) =>
      network(/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/)(error) ||
      says(/self-signed|unable to (verify|get)/i)(error),
    words: '邮件服务器的证书不受信任（自签的）：是自己的服务器，就打开「接受自签证书」',
  },
  {
    when: (error) => network(/CERT_HAS_EXPIRED/)(error) || says(/certificate has expired/i)(error),
    words: '邮件服务器的证书过期了：请换一张，是自己的服务器也可以打开「接受自签证书」',
  },
  {
    when: (error) => network(/ALTNAME_INVALID/)(error) || says(/altnames/i)(error),
    words: '邮件服务器的证书不是签给这个名字的：核对发信服务器的名字，是自己的服务器也可以打开「接受自签证书」',
  },
  { when: network(/ENOTFOUND|EDNS|EAI_AGAIN/), words: '找不到邮件服务器：请核对它的名字' },
  { when: network(/ECONNREFUSED/), words: '连不上邮件服务器：那个端口没有程序在听，请核对名字与端口' },
  {
    when: network(/ETIMEDOUT|EABORT|ETIME\b|AbortError/),
    words: '邮件服务器没有及时应答：请核对端口；很多云主机封了 25 端口，用 465 或 587',
  },
  { when: network(/EHOSTUNREACH|ENETUNREACH/), words: '连不上邮件服务器：这台机器到不了那里，请核对网络与地址' },
  { when: reply(/./, 534), words: '邮件服务器不接受用户名或密码：请用邮箱给的授权码，不是登录网页的密码' },
  { when: reply(/./, 454), words: '邮件服务器现在不能登录，请过一会儿再试' },
  { when: by('code', /^EAUTH$/), words: '邮件服务器不接受用户名或密码：很多邮箱要填授权码，不是登录网页的密码' },
  { when: reply(login, 500, 599), words: '邮件服务器不接受用户名或密码：很多邮箱要填授权码，不是登录网页的密码' },
  { when: reply(/./, 530), words: '邮件服务器要先登录或先加密：请填用户名与密码，并核对端口与「直接使用加密连接」' },
  { when: reply(sender, 552), words: '发件邮箱的限额用完了，请过些时候再试' },
  { when: reply(sender, 400, 499), words: '邮件服务器要求稍后再寄，会自己再试' },
  {
    when: reply(sender, 500, 599),
    words: '邮件服务器不让用这个发件邮箱寄信：发件邮箱须与用户名相同，或留空',
  },
  { when: reply(recipient, 400, 451), words: '对方的邮件服务器要求稍后再寄，会自己再试' },
  { when: reply(recipient, 552), words: '对方的信箱满了' },
  { when: reply(recipient, 452), words: '对方的信箱满了，或寄得太多，会自己再试' },
  { when: reply(recipient, 550, 551), words: '没有这个收件邮箱，或对方不收' },
  { when: reply(recipient, 553), words: '收件邮箱的写法对方不认' },
  { when: reply(recipient, 500, 599), words: '邮件服务器不收寄给这个邮箱的信' },
  { when: reply(text, 552), words: '信太大，或对方的信箱满了' },
  { when: reply(text, 400, 499), words: '邮件服务器要求稍后再寄，会自己再试' },
  { when: reply(text, 500, 599), words: '邮件服务器把它当成垃圾邮件，没有收' },
  { when: reply(greeting, 400, 499), words: '邮件服务器现在很忙，会自己再试' },
  {
    when: reply(greeting, 500, 599),
    words: '邮件服务器不接待这台机器：请核对端口，或向邮箱的服务商打听是不是封了这个地址',
  },
  { when: by('code', /^(EENVELOPE|EMESSAGE)$/), words: '邮件服务器不收这封信' },
  { when: by('code', /^ETLS$/), words: '与邮件服务器建立加密连接失败：请核对端口与「直接使用加密连接」' },
  {
    when: network(/ECONNRESET|EPIPE|ECONNECTION|ESOCKET/),
    words: '邮件服务器断开了连接：请核对端口与「直接使用加密连接」',
  },
];

/** Says in Chinese why a mail was not sent, with the number of the server's reply. */
export function reasonOf(error: SmtpError): string {
  const words = rules.find(({ when }) => when(error))?.words ?? '信没有寄出，请检查发信服务器的设置';
  return error.responseCode ? `${words}（${error.responseCode}）` : words;
}
