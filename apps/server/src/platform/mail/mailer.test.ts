import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startMuteSmtp, startSmtp } from '../../../test/smtp.ts';
import { Outbox } from '../outbox/outbox.ts';
import { type Mailer, openMailer } from './mailer.ts';
import { enqueueMail, type Mail, sendMail } from './mails.ts';
import { openSmtp } from './smtp.ts';
import { chosenServer, type MailServer, readSmtpUrl } from './smtp-url.ts';

const sample: Mail = {
  to: 'lin@example.cn',
  subject: '墨笺的验证码',
  lines: ['小林，你好：', '这是你要的验证码，5 分钟内有效。'],
  code: '408213',
};
const site = async () => ({ name: '听雨楼', url: 'https://tingyu.example' });

let store: Awaited<ReturnType<typeof testDatabase>>;
let log: string[];
let dropped: unknown[];
let failures: unknown[];
let toClose: (() => Promise<unknown>)[];

beforeEach(async () => {
  store = await testDatabase();
  log = [];
  dropped = [];
  failures = [];
  toClose = [];
});
afterEach(async () => {
  for (const close of toClose.reverse()) await close();
  await store.close();
});

function mailerTo(smtpUrl: string | undefined): Mailer {
  const mailer = openMailer({ db: store.db, smtpUrl, site, warn: (line) => log.push(line) });
  toClose.push(mailer.close);
  return mailer;
}

async function serverOf(...options: Parameters<typeof startSmtp>) {
  const server = await startSmtp(...options);
  toClose.push(server.close);
  return server;
}

const outboxOf = (mailer: Mailer) =>
  new Outbox({
    db: store.db,
    effects: { [sendMail]: mailer.send, 'drop-pages': async (payload) => void dropped.push(payload) },
    onFailure: (_kind, error) => failures.push(String(error)),
  });
const post = (change: Partial<Mail> = {}) =>
  store.db.transaction().execute((trx) => enqueueMail(trx, { ...sample, ...change }));
const entries = () => store.db.selectFrom('outbox').selectAll().execute();
/** As after the pause of a retry. */
const letPausePass = () => store.db.updateTable('outbox').set({ dueAt: 0 }).execute();

test('a mail is sent as text and HTML with the site as sender', async () => {
  const server = await serverOf();
  await post({ button: { words: '打开设置', url: 'https://tingyu.example/user?a=1&b=2' } });
  await outboxOf(mailerTo(`smtp://127.0.0.1:${server.port}?from=letters@tingyu.example`)).run();

  const [received] = server.letters;
  expect(received).toMatchObject({
    from: 'letters@tingyu.example',
    to: ['lin@example.cn'],
    sender: '听雨楼 <letters@tingyu.example>',
    subject: '听雨楼的验证码 408213',
  });
  for (const part of [received?.text, received?.html])
    for (const words of ['听雨楼', '小林，你好：', '408213', '打开设置', 'https://tingyu.example'])
      expect(part).toContain(words);
  expect(received?.text).toContain('https://tingyu.example/user?a=1&b=2');
  expect(received?.html).toContain('href="https://tingyu.example/user?a=1&amp;b=2"');
  expect(await entries()).toEqual([]);
  expect([log, failures]).toEqual([[], []]);
});

test('user input never becomes a tag, a header or another recipient', async () => {
  const server = await serverOf();
  const evil = '<img src=x onerror=alert(1)>"\'&';
  await post({ to: 'a,b@example.cn', subject: `${evil}\r\nBcc: spy@example.com`, lines: [evil], code: '' });
  await outboxOf(
    mailerTo(`smtp://127.0.0.1:${server.port}?from=${encodeURIComponent('墨笺 <m@tingyu.example>')}`),
  ).run();

  const [received] = server.letters;
  expect(received?.to).toHaveLength(1);
  expect(received?.subject).toBe(`${evil} Bcc: spy@example.com`);
  expect(received?.sender).toBe('墨笺 <m@tingyu.example>');
  expect(received?.html).not.toContain('<img');
  expect(received?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  expect(received?.text).toContain(evil);
});

test('the SMTP client logs in, over STARTTLS where offered', async () => {
  const logins: unknown[] = [];
  const server = await serverOf({
    disabledCommands: [],
    authOptional: false,
    onAuth({ username, password }, { secure }, done) {
      logins.push({ username, password, secure });
      done(null, { user: username });
    },
  });
  await post();
  const url = `smtp://robot%40tingyu.example:p%3Ass@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`;
  await outboxOf(mailerTo(url)).run();
  expect(logins).toEqual([{ username: 'robot@tingyu.example', password: 'p:ss', secure: true }]);
  expect(server.letters).toMatchObject([{ from: 'robot@tingyu.example' }]);
});

test('a wrong SMTP password is reported without printing it, and the mail is sent once it is correct', async () => {
  let isRight = false;
  const server = await serverOf({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      isRight ? done(null, { user: username }) : done(new Error(`wrong password ${password} for ${username}`)),
  });
  await post();
  const outbox = outboxOf(mailerTo(`smtp://robot%40tingyu.example:open-sesame@127.0.0.1:${server.port}`));
  await outbox.run();
  expect(failures).toEqual(['Error: 邮件服务器不接受用户名或密码：很多邮箱要填授权码，不是登录网页的密码（535）']);
  expect((await entries())[0]).toMatchObject({ attempts: 1, failure: failures[0] });

  isRight = true;
  await letPausePass();
  await outbox.run();
  expect(server.letters).toHaveLength(1);
});

test('a permanently refused mail is not retried, and the log names only its domain', async () => {
  let tries = 0;
  const server = await serverOf({
    onRcptTo({ address }, _session, done) {
      tries += 1;
      done(Object.assign(new Error(`no ${address} here, 408213`), { responseCode: 550 }));
    },
  });
  await post();
  const outbox = outboxOf(mailerTo(`smtp://127.0.0.1:${server.port}?from=m@tingyu.example`));
  await outbox.run();
  await outbox.run();
  expect(tries).toBe(1);
  expect(await entries()).toEqual([]);
  expect(log).toEqual(['一封寄往 example.cn 的信被退回，不再重寄：没有这个收件邮箱，或对方不收（550）']);
});

test('a temporarily refused mail is stored and retried', async () => {
  let isBusy = true;
  const server = await serverOf({
    onRcptTo: (_address, _session, done) =>
      isBusy ? done(Object.assign(new Error('come back, 408213'), { responseCode: 451 })) : done(),
  });
  await post();
  const outbox = outboxOf(mailerTo(`smtp://127.0.0.1:${server.port}?from=m@tingyu.example`));
  await outbox.run();
  expect(await entries()).toMatchObject([
    { attempts: 1, failure: 'Error: 对方的邮件服务器要求稍后再寄，会自己再试（451）' },
  ]);

  isBusy = false;
  await letPausePass();
  await outbox.run();
  expect(server.letters).toMatchObject([{ to: ['lin@example.cn'] }]);
  expect(await entries()).toEqual([]);
});

test('a refused sender address does not lose the mail', async () => {
  const server = await serverOf({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('not you'), { responseCode: 553 })),
  });
  await post();
  await outboxOf(mailerTo(`smtp://127.0.0.1:${server.port}?from=m@tingyu.example`)).run();
  expect(await entries()).toMatchObject([{ attempts: 1, failure: expect.stringContaining('553') }]);
});

test('a silent mail server delays no page drop, and costs one try', async () => {
  const mute = await startMuteSmtp();
  toClose.push(mute.close);
  const outbox = outboxOf(mailerTo(`smtp://127.0.0.1:${mute.port}?from=m@tingyu.example&greetingTimeout=1000`));
  await post();
  await store.db.insertInto('outbox').values({ kind: 'drop-pages', payload: '"site"', dueAt: 0 }).execute();
  const round = outbox.run();
  await expect.poll(() => mute.calls).toHaveLength(1);
  await expect.poll(() => dropped).toEqual(['site']);
  expect(failures).toEqual([]);

  await round;
  expect(failures).toEqual([expect.stringContaining('邮件服务器没有打招呼')]);
  expect(await entries()).toMatchObject([{ kind: sendMail, attempts: 1 }]);
});

test('a mail server that never ends its reply is disconnected', async () => {
  const talker = await startMuteSmtp('220-one moment\r\n');
  toClose.push(talker.close);
  const smtp = openSmtp(`smtp://127.0.0.1:${talker.port}`, { deadline: 200 });
  toClose.push(smtp.close);
  const mail = {
    to: 'lin@example.cn',
    from: { name: '', address: 'm@tingyu.example' },
    subject: '',
    html: '',
    text: '',
  };
  await expect(smtp.deliver(mail)).rejects.toThrow('邮件服务器没有及时应答');
});

test('an unreachable mail server is retried', async () => {
  const server = await startSmtp();
  await server.close();
  await post();
  await outboxOf(mailerTo(`smtp://127.0.0.1:${server.port}?from=m@tingyu.example`)).run();
  expect(failures).toEqual(['Error: 连不上邮件服务器：那个端口没有程序在听，请核对名字与端口']);
  expect(await entries()).toMatchObject([{ attempts: 1 }]);
});

test('without a server mails are stored, and the log names the place but no content', async () => {
  await post();
  await outboxOf(mailerTo(undefined)).run();
  const [stored] = await store.db.selectFrom('keptMails').selectAll().execute();
  expect(stored).toMatchObject({ recipient: 'lin@example.cn', subject: '墨笺的验证码' });
  expect(stored?.text).toContain('408213');
  expect(stored?.html).toContain('408213');
  expect(await entries()).toEqual([]);
  expect(log).toEqual([expect.stringMatching(/^没有设置发信服务器.*第 1 封.*npm run mails 查看$/)]);
  expect(log.join()).not.toMatch(/408213|lin@/);
});

test('the latest five hundred mails are stored', async () => {
  const old = { recipient: 'a@b.cn', subject: '旧信', text: '', html: '', createdAt: 0 };
  await store.db
    .insertInto('keptMails')
    .values(Array.from({ length: 500 }, () => old))
    .execute();
  const mailer = mailerTo(undefined);
  await mailer.send(sample);
  await mailer.send(sample);
  const stored = await store.db.selectFrom('keptMails').select(['id', 'subject']).orderBy('id').execute();
  expect(stored).toHaveLength(500);
  expect(stored[0]).toEqual({ id: 3, subject: '旧信' });
  expect(stored.at(-1)).toEqual({ id: 502, subject: '墨笺的验证码' });
});

test('an expired mail is neither sent nor stored', async () => {
  const server = await serverOf();
  const over = { ...sample, expiresAt: Date.now() - 1 };
  await mailerTo(`smtp://127.0.0.1:${server.port}?from=m@tingyu.example`).send(over);
  await mailerTo(undefined).send(over);
  expect(server.letters).toEqual([]);
  expect(await store.db.selectFrom('keptMails').selectAll().execute()).toEqual([]);
});

test('the owner’s server overrides that of the environment, from the next mail on', async () => {
  const [first, second] = [await serverOf(), await serverOf()];
  let chosen: MailServer = {
    host: '',
    port: first.port,
    secure: false,
    selfSigned: false,
    user: '',
    password: '',
    from: 'o@tingyu.example',
  };
  const mailer = openMailer({
    db: store.db,
    smtpUrl: `smtp://127.0.0.1:${first.port}?from=env@tingyu.example`,
    chosen: async () => chosenServer(chosen),
    site,
    warn: (line) => log.push(line),
  });
  toClose.push(mailer.close);

  await mailer.send(sample);
  chosen = { ...chosen, host: '127.0.0.1', port: second.port };
  await mailer.send(sample);
  chosen = { ...chosen, port: first.port };
  await mailer.send(sample);
  expect(first.letters.map(({ from }) => from)).toEqual(['env@tingyu.example', 'o@tingyu.example']);
  expect(second.letters).toHaveLength(1);
});

test('the URL of a chosen server contains its login', () => {
  const server = {
    host: 'mail.example',
    port: 465,
    secure: true,
    selfSigned: false,
    user: 'a@b.cn',
    password: 'p:/?#ä',
    from: '',
  };
  expect(readSmtpUrl(chosenServer(server) ?? '')).toEqual({
    url: 'smtps://a%40b.cn:p%3A%2F%3F%23%C3%A4@mail.example:465',
    from: { name: '', address: 'a@b.cn' },
  });
  expect(chosenServer({ ...server, host: '' })).toBeUndefined();
});
