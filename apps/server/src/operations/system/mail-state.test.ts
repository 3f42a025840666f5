import { afterEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { startSmtp } from '../../../test/smtp.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { type Mailer, openMailer } from '../../platform/mail/mailer.ts';
import type { Mail } from '../../platform/mail/mails.ts';
import { findTrouble } from '../../platform/mail/outcomes.ts';

const site = freshSite();
const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const mail: Mail = { to: 'lin@mojian.example', subject: '墨笺的验证码', lines: ['你好'], code: '408213' };

/** Sends the letters of the site through this server, as the running program does. */
async function mailerTo(port: number): Promise<Mailer> {
  const server = { host: '127.0.0.1', port, secure: false, from: 'ink@mojian.example' };
  await site.db.transaction().execute((trx) => saveSettings(trx, 'mail', server));
  forgetSettings(site.db);
  const here = async () => ({ name: '墨笺', url: site.siteUrl });
  const url = `smtp://127.0.0.1:${port}?from=ink@mojian.example`;
  const mailer = openMailer({ db: site.db, smtpUrl: url, site: here, warn: () => {} });
  toClose.push(mailer.close);
  return mailer;
}

async function serverOf(...options: Parameters<typeof startSmtp>) {
  const server = await startSmtp(...options);
  toClose.push(server.close);
  return server;
}

const office = () => site.office(site.owner);
const sign = async () => (await office().overview.health()).signs.find(({ name }) => name === '邮件');
const askCode = () => site.as(null).accounts.sendEmailCode({ query: { email: 'ming@mojian.example' } });

test('a failing server is shown with the letter and the reason, and readers are not promised a code', async () => {
  const mailer = await mailerTo(1);
  expect(await sign()).toMatchObject({ state: 'ok' });
  await expect(mailer.send(mail)).rejects.toThrow('没有程序在听');
  expect(await sign()).toEqual({
    name: '邮件',
    state: 'bad',
    text: '上一封没有寄出（「墨笺的验证码」，写给 l•••@mojian.example）：连不上邮件服务器：那个端口没有程序在听，请核对名字与端口',
    advice: '在「站点设置」的「邮件」里核对发信服务器，发一封测试邮件；没有寄出的信，到「发件箱」里重试',
  });
  await expect(askCode()).rejects.toMatchObject({ id: 'unavailable', message: expect.stringContaining('寄不出邮件') });
  expect(await office().outbox.sent()).toMatchObject([
    { subject: '墨笺的验证码', recipient: 'l•••@mojian.example', failure: expect.stringContaining('没有程序在听') },
  ]);
  expect(JSON.stringify(await office().outbox.sent())).not.toContain('408213');
  await expect(site.office(site.lin).outbox.sent()).rejects.toMatchObject({ status: 403 });
});

test('a letter that is sent ends the trouble', async () => {
  await expect((await mailerTo(1)).send(mail)).rejects.toThrow();
  const server = await serverOf();
  await (await mailerTo(server.port)).send(mail);
  expect(await sign()).toMatchObject({ state: 'ok', text: '由 127.0.0.1 寄出' });
  await askCode();
  expect((await office().outbox.sent()).map(({ failure }) => failure === '')).toEqual([true, false]);
});

test('a refused recipient says nothing about the server', async () => {
  const refusing = await serverOf({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 550 })),
  });
  await (await mailerTo(refusing.port)).send(mail);
  expect(await findTrouble(site.db)).toBeUndefined();
  expect(await sign()).toMatchObject({ state: 'ok' });
  await askCode();
  expect(await office().outbox.sent()).toMatchObject([{ failure: '没有这个收件邮箱，或对方不收（550）' }]);
});

test('the outbox names the letter that waits, and half of whom it is for', async () => {
  await mailerTo(1);
  await askCode();
  const { records } = await office().outbox.list({ query: { kind: 'send-mail' } });
  expect(records).toMatchObject([{ about: expect.stringMatching(/^「.+」，写给 m•••@mojian\.example$/) }]);
  const [environment] = (await office().system.show()).environment.filter(({ name }) => name === 'SMTP_URL');
  expect(environment?.value).toBe('用后台「邮件」里填的 127.0.0.1');
});

test('of many outcomes the newest fifty are kept, also of those at the same moment', async () => {
  const server = await serverOf();
  const mailer = await mailerTo(server.port);
  for (let round = 0; round < 4; round++)
    await Promise.all(
      Array.from({ length: 15 }, (_, n) => mailer.send({ ...mail, to: `m${round}-${n}@mojian.example` })),
    );
  expect(await office().outbox.sent()).toHaveLength(50);
});
