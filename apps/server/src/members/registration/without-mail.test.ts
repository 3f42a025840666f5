import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';

const site = freshSite({ canMail: false });

const body = { email: 'xiaohe@example.com', nickname: '小禾', password: 'a long enough one' };
const visitor = () => site.as(null).accounts;
const office = () => site.office(site.owner).registration;

test('the site says that it cannot mail, and a registration that is open waits for the staff', async () => {
  const { canMail, registration } = (await site.as(null).site.info()).data;
  expect({ canMail, registration }).toEqual({ canMail: false, registration: { mode: 'review', code: false } });
});

test('a code is refused at its field, and no mail is stored', async () => {
  await expect(visitor().sendEmailCode({ query: { email: body.email } })).rejects.toMatchObject({ id: 'no-mail' });
  expect(await site.letters()).toEqual([]);
});

test('one applies without a code, and logs in once approved', async () => {
  await visitor().apply({ body });
  const login = () => visitor().emailLogin({ body: { email: body.email, password: body.password } });
  await expect(login()).rejects.toMatchObject({ id: 'not-approved' });
  const { records } = await office().applications({ query: {} });
  await office().decide({ body: { act: 'approve', ids: records.map(({ id }) => id) } });
  expect(await login()).toMatchObject({ nickname: '小禾' });
  expect(await site.letters()).toEqual([]);
});

test('an application’s nickname has none of the owner’s words', async () => {
  await site.db
    .transaction()
    .execute((trx) => saveSettings(trx, 'moderation', { mode: 'none', mask: ['傻瓜'], hold: [], links: 3 }));
  forgetSettings(site.db);
  const refusal = { id: 'invalid-input', field: 'nickname' };
  await expect(visitor().apply({ body: { ...body, nickname: '傻瓜' } })).rejects.toMatchObject(refusal);
  expect((await office().applications({ query: {} })).records).toEqual([]);
});

test('an invitation needs no code either', async () => {
  await site.turn({ registration: 'invite' });
  const { code: invitation } = await office().invite({ body: {} });
  expect(await visitor().register({ body: { ...body, invitation } })).toMatchObject({ nickname: '小禾' });
});

test('a mail server set by the owner applies at once', async () => {
  const { settings } = site.office(site.owner);
  const mail = (await settings.list()).find(({ name }) => name === 'mail');
  const value = { ...mail?.value, host: 'smtp.example.com', from: 'a@example.com' };
  await settings.save({ body: { name: 'mail', value, version: mail?.version ?? '' } });
  expect((await site.as(null).site.info()).data).toMatchObject({ canMail: true, registration: { mode: 'open' } });
});
