import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, readSettings, saveSettings } from './settings.ts';

const site = freshSite();

type Save = Parameters<typeof saveSettings>;
const save = (group: Save[1], value: Save[2]) =>
  site.db.transaction().execute((trx) => saveSettings(trx, group, value));

async function info() {
  forgetSettings(site.db);
  return site.as(null).site.info();
}

test('a site without settings has a name, a start and the password to log in by', async () => {
  expect((await info()).data).toMatchObject({
    name: '墨笺',
    url: 'https://mojian.example',
    startedAt: 1_582_992_000_000,
    loginTypeList: [1],
    showList: [],
  });
});

test('a contact shows once it is filled in', async () => {
  await save('contacts', { github: 'https://github.com/mojian', email: 'a@mojian.example' });
  expect((await info()).data.showList).toEqual([1, 3]);
});

test('saving one group leaves its neighbours alone', async () => {
  await save('author', { name: '小林', motto: '慢慢写' });
  await save('identity', { name: '林间' });
  expect((await info()).data).toMatchObject({ name: '林间', authorName: '小林', motto: '慢慢写' });
});

test('a save drops the pages that show the settings, and a refused one leaves nothing behind', async () => {
  await site.db.deleteFrom('outbox').execute();
  await save('announcement', { text: '今日晴' });
  const entries = await site.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  expect(entries).toEqual([{ kind: 'drop-pages', payload: '{"tags":["site"]}' }]);

  await expect(save('footer', { startedAt: 1.5 })).rejects.toThrow();
  expect(await site.db.selectFrom('settings').select('name').execute()).toEqual([{ name: 'announcement' }]);
});

test('settings are read once, until they are forgotten', async () => {
  const before = await readSettings(site.db);
  await save('identity', { name: '林间' });
  expect(await readSettings(site.db)).toBe(before);
  forgetSettings(site.db);
  expect((await readSettings(site.db)).identity.name).toBe('林间');
});

test('counters start at zero, and a visit is counted without a reply', async () => {
  expect((await info()).extra).toEqual({ siteAccess: 0, visitorAccess: 0 });
  expect(await site.as(null).site.report({ query: { path: '/archive' } })).toBe(null);
});

test('a visit report for a foreign path is refused', async () => {
  const report = (path: string) => site.as(null).site.report({ query: { path } });
  await expect(report('https://elsewhere.example')).rejects.toMatchObject({ id: 'invalid-input', field: 'path' });
  await expect(report(`/${'a'.repeat(500)}`)).rejects.toMatchObject({ id: 'invalid-input' });
});
