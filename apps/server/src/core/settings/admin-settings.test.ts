import { maskedSecret } from '@mojian/contract/platform/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { testSite } from '../../../test/site.ts';
import { forgetSettings, readSettings, saveSettings } from './settings.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const office = () => site.office(site.owner).settings;
const group = async (name: string) => {
  const found = (await office().list()).find((one) => one.name === name);
  if (!found) throw new Error(`no group ${name}`);
  return found;
};
const save = async (name: string, change: object) => {
  const { value, version } = await group(name);
  const saved = await office().save({ body: { name, value: { ...value, ...change }, version } });
  forgetSettings(site.db);
  return saved;
};

test('every group is returned as saved, and saving it changes no other', async () => {
  const all = await office().list();
  expect(all.length).toBeGreaterThan(14);
  for (const { name } of all) {
    const before = await readSettings(site.db);
    await save(name, {});
    expect(await readSettings(site.db)).toEqual(before);
  }
});

test('a secret is never shown, kept when sent back masked, and removed when emptied', async () => {
  await save('wechatAccount', { token: 'geheim', name: '公众号' });
  expect((await group('wechatAccount')).value).toMatchObject({ token: maskedSecret, name: '公众号' });
  await save('wechatAccount', { name: '新名字' });
  expect((await readSettings(site.db)).wechatAccount).toMatchObject({ token: 'geheim', name: '新名字' });
  await save('wechatAccount', { token: '' });
  expect((await readSettings(site.db)).wechatAccount.token).toBe('');

  await save('social', { github: { id: 'a', secret: 'tief', base: '' } });
  expect(JSON.stringify(await office().list())).not.toContain('tief');
  await save('social', { qq: { id: '1', secret: '', base: '' } });
  expect((await readSettings(site.db)).social).toMatchObject({ github: { secret: 'tief' }, qq: { id: '1' } });
  const log = await site.db.selectFrom('auditLog').selectAll().execute();
  expect(JSON.stringify(log)).not.toMatch(/geheim|tief/);
  expect(log.at(-1)).toMatchObject({ actor: '站长', act: 'settings.save', subject: 'social' });
});

test('a save returns the version for the next one', async () => {
  const first = await group('author');
  const second = await save('author', { name: '甲' });
  expect(second.value).toMatchObject({ name: '甲' });
  expect(second.version).not.toBe(first.version);
  const body = { name: 'author', value: { ...second.value, name: '乙' }, version: second.version };
  expect((await office().save({ body })).value).toMatchObject({ name: '乙' });
});

test('the second of two edits to a group is a conflict, and nothing is lost', async () => {
  const { value, version } = await group('identity');
  await save('identity', { name: '新站' });
  const late = office().save({ body: { name: 'identity', value: { ...value, tagline: '晚' }, version } });
  await expect(late).rejects.toMatchObject({ id: 'stale' });
  expect((await readSettings(site.db)).identity.name).toBe('新站');
});

test('the second of two concurrent saves of a group is a conflict', async () => {
  const { value, version } = await group('identity');
  const [, late] = await atOnce(
    site,
    (trx) => saveSettings(trx, 'identity', { name: '新站' }),
    () => office().save({ body: { name: 'identity', value: { ...value, tagline: '晚' }, version } }),
  );
  expect(late).toMatchObject({ status: 'rejected', reason: { id: 'stale' } });
  forgetSettings(site.db);
  expect((await readSettings(site.db)).identity).toMatchObject({ name: '新站', tagline: value.tagline });
});

test.each([
  ['uploads', { quota: 0 }, 'uploads.quota'],
  ['logins', { types: [9] }, 'logins.types.0'],
  ['festival', { lantern: 'red' }, 'festival.lantern'],
  ['identity', { name: ' ' }, 'identity.name'],
  ['identity', { tagline: '长'.repeat(61) }, 'identity.tagline'],
  ['footer', { sourceCode: 'javascript:alert(1)' }, 'footer.sourceCode'],
  ['footer', { startedAt: 9e15 }, 'footer.startedAt'],
  ['contacts', { shown: ['fax'] }, 'contacts.shown.0'],
  ['look', { accent: 'url(x)' }, 'look.accent'],
  ['look', { theme: 'sepia' }, 'look.theme'],
  ['seo', { google: '<script>' }, 'seo.google'],
  ['mail', { host: 'a b' }, 'mail.host'],
  ['mail', { host: 'mail.example', user: 'me' }, 'mail.from'],
  ['mail', { port: 0 }, 'mail.port'],
  ['menu', { items: [{ to: 'javascript:alert(1)', words: '坏', hidden: false }] }, 'menu.items.0.to'],
  ['menu', { items: [{ to: '//evil.example', words: '坏', hidden: false }] }, 'menu.items.0.to'],
  ['menu', { items: [{ to: '/rss.xml', words: ' ', hidden: false }] }, 'menu.items.0.words'],
  ['menu', { items: [0, 1].map(() => ({ to: '/say', words: '', hidden: false })) }, 'menu.items'],
])('%s %j is refused at its field and changes nothing', async (name, change, field) => {
  const before = await readSettings(site.db);
  await expect(save(name, change)).rejects.toMatchObject({ id: 'invalid-input', field });
  forgetSettings(site.db);
  expect(await readSettings(site.db)).toEqual(before);
});

test('each of several wrong fields is named, the first as before', async () => {
  const refused = save('footer', { recordNum: '长'.repeat(61), sourceCode: 'ftp://x' });
  await expect(refused).rejects.toMatchObject({
    id: 'invalid-input',
    message: '不能超过 60 个字',
    field: 'footer.recordNum',
    faults: [
      { field: 'footer.recordNum', text: '不能超过 60 个字' },
      { field: 'footer.sourceCode', text: '须为 http 或 https 网址，或留空' },
    ],
  });
});

test('an unknown group is refused', async () => {
  const body = { name: 'weather', value: {}, version: '' };
  await expect(office().save({ body })).rejects.toMatchObject({ id: 'invalid-input', field: 'name' });
});

test('a code of a search engine may be pasted with the tag around it', async () => {
  await save('seo', { google: '<meta name="google-site-verification" content="a-B_9" />' });
  expect((await group('seo')).value).toMatchObject({ google: 'a-B_9' });
});

test('the preview of 关于本站 equals the page', async () => {
  const { html } = await office().preview({ body: { text: '# 你好\n\n**墨**\n\n<script>alert(1)</script>' } });
  expect(html).toContain('<strong>墨</strong>');
  expect(html).not.toContain('<script');
});

test('the demo account sees neither secrets nor personal data', async () => {
  await save('mail', { host: 'mail.example', user: 'me@mojian.example', password: 'tief' });
  await save('contacts', { email: 'open@mojian.example', qq: '10001', shown: ['email'] });
  const member = { ...site.ming, role: 'demo' as const };
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', member.id).execute();
  const reported = JSON.stringify(await site.office(member).settings.list());
  expect(reported).toContain('open@mojian.example');
  expect(reported).not.toMatch(/me@mojian|tief|10001/);
});

test('a value no longer valid falls back to its default, the rest is kept', async () => {
  const value = JSON.stringify({ recordNum: '备案', startedAt: -5 });
  await site.db.insertInto('settings').values({ name: 'footer', value }).execute();
  forgetSettings(site.db);
  expect((await readSettings(site.db)).footer).toMatchObject({ recordNum: '备案', startedAt: 1_582_992_000_000 });
});
