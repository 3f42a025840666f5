import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { startMuteSmtp, startSmtp } from '../../../test/smtp.ts';
import { openSmtp } from './smtp.ts';
import { chosenServer, readSmtpUrl } from './smtp-url.ts';

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const mail = {
  to: 'lin@example.cn',
  from: { name: '墨笺', address: 'ink@example.cn' },
  subject: '谷雨',
  text: '雨',
  html: '雨',
};

/** Sends a mail and returns why it was refused. */
async function refusalAt(url: string) {
  const smtp = openSmtp(url, { deadline: 5000 });
  toClose.push(smtp.close);
  return smtp.deliver(mail).then(
    () => '',
    (error: Error) => error.message,
  );
}

async function refusalOf(options: SMTPServerOptions, { login = '', scheme = 'smtp' } = {}) {
  const server = await startSmtp(options);
  toClose.push(server.close);
  return refusalAt(`${scheme}://${login}127.0.0.1:${server.port}?greetingTimeout=1000`);
}

const answer = (responseCode: number) => Object.assign(new Error('no, open-sesame'), { responseCode });
const atSender = (code: number): SMTPServerOptions => ({
  onMailFrom: (_address, _session, done) => done(answer(code)),
});
const atRecipient = (code: number): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(answer(code)),
});
const atText = (code: number): SMTPServerOptions => ({
  onData: (stream, _session, done) => void stream.resume().on('end', () => done(answer(code))),
});
const atLogin = (code: number): SMTPServerOptions => ({
  authOptional: false,
  onAuth: (_auth, _session, done) => done(answer(code)),
});

test.each<[string, number, SMTPServerOptions, string]>([
  ['a sender that is not the user', 553, atSender(553), '发件邮箱须与用户名相同'],
  ['a sender that is not the user, as QQ says it', 501, atSender(501), '发件邮箱须与用户名相同'],
  ['a sender that is not allowed', 550, atSender(550), '发件邮箱须与用户名相同'],
  ['a used-up quota', 552, atSender(552), '限额用完了'],
  ['a server that wants to be asked again', 451, atSender(451), '稍后再寄'],
  ['an unknown recipient', 550, atRecipient(550), '没有这个收件邮箱'],
  ['a full mailbox', 552, atRecipient(552), '信箱满了'],
  ['greylisting', 450, atRecipient(450), '稍后再寄'],
  ['a recipient who refuses', 554, atRecipient(554), '不收寄给这个邮箱的信'],
  ['a mail taken for spam', 554, atText(554), '垃圾邮件'],
  ['a mail that is too large', 552, atText(552), '信太大'],
  ['a server that is out of space for now', 452, atText(452), '稍后再寄'],
  ['a wrong password', 535, atLogin(535), '授权码'],
  ['a password for the website', 534, atLogin(534), '授权码'],
])('%s is said in Chinese with its number', async (_name, code, options, words) => {
  const login = options.onAuth ? 'robot:open-sesame@' : '';
  const said = await refusalOf(options, { login });
  expect(said).toContain(words);
  expect(said).toContain(`（${code}）`);
  expectChinese(said);
});

test.each<[string, () => Promise<string>, string]>([
  ['SSL at a port without it', () => refusalOf({}, { scheme: 'smtps' }), '这个端口不要打开 SSL'],
  ['no SSL at a port with it', () => refusalOf({ secure: true }), '要打开「直接使用加密连接」'],
  ['a self-signed certificate', () => refusalOf({ secure: true }, { scheme: 'smtps' }), '接受自签证书'],
  ['a self-signed certificate after STARTTLS', () => refusalOf({ disabledCommands: [] }), '接受自签证书'],
  ['a closed port', () => refusalAt('smtp://127.0.0.1:1'), '没有程序在听'],
  ['a name nobody has', () => refusalAt('smtp://nowhere.invalid'), '找不到邮件服务器'],
  ['a server that turns everybody away', () => refusalBy('554 go away\r\n'), '不接待这台机器'],
  ['a server that says nothing', () => refusalBy(), '没有打招呼'],
])('%s is said in Chinese', async (_name, refusal, words) => {
  const said = await refusal();
  expect(said).toContain(words);
  expectChinese(said);
});

async function refusalBy(words?: string) {
  const server = await startMuteSmtp(words);
  toClose.push(server.close);
  return refusalAt(`smtp://127.0.0.1:${server.port}?greetingTimeout=1000`);
}

/** Shows no word of the server, of the library or of the password. */
function expectChinese(said: string) {
  expect(said.replaceAll('SSL', '')).not.toMatch(/[A-Za-z]{2,}/);
}

test('a self-signed certificate is taken where the owner says so', async () => {
  const server = await startSmtp({ secure: true });
  toClose.push(server.close);
  const settings = {
    host: '127.0.0.1',
    port: server.port,
    secure: true,
    user: '',
    password: '',
    from: 'ink@example.cn',
  };
  const urlOf = (selfSigned: boolean) => readSmtpUrl(chosenServer({ ...settings, selfSigned }) ?? '').url;
  expect(await refusalAt(urlOf(false))).toContain('接受自签证书');
  expect(await refusalAt(urlOf(true))).toBe('');
  expect(server.letters).toHaveLength(1);
});
