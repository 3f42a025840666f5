import { keptSecret } from '@mojian/contract/admin/kept-secret';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../test/site.ts';
import { forgetSettings, readSettings } from './settings.ts';

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

test('every group comes back as it was saved, and leaves all others as they were', async () => {
  const all = await office().list();
  expect(all.length).toBeGreaterThan(14);
  for (const { name } of all) {
    const before = await readSettings(site.db);
    await save(name, {});
    expect(await readSettings(site.db)).toEqual(before);
  }
});

test('a secret is never told, stays when it is sent back as shown, and goes when it is emptied', async () => {
  await save('wechatAccount', { token: 'geheim', name: '公众号' });
  expect((await group('wechatAccount')).value).toMatchObject({ token: keptSecret, name: '公众号' });
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

test('of two who edit one group the second is told, and nothing is lost', async () => {
  const { value, version } = await group('identity');
  await save('identity', { name: '新站' });
  const late = office().save({ body: { name: 'identity', value: { ...value, tagline: '晚' }, version } });
  await expect(late).rejects.toMatchObject({ id: 'stale' });
  expect((await readSettings(site.db)).identity.name).toBe('新站');
});

test.each([
  ['uploads', { quota: 0 }, 'uploads.quota'],
  ['logins', { types: [9] }, 'logins.types.0'],
  ['festival', { lantern: 'red' }, 'festival.lantern'],
])('%s %j is refused at its field and changes nothing', async (name, change, field) => {
  const before = await readSettings(site.db);
  await expect(save(name, change)).rejects.toMatchObject({ id: 'invalid-input', field });
  forgetSettings(site.db);
  expect(await readSettings(site.db)).toEqual(before);
});

test('there is no other group', async () => {
  const body = { name: 'weather', value: {}, version: '' };
  await expect(office().save({ body })).rejects.toMatchObject({ id: 'invalid-input', field: 'name' });
});
