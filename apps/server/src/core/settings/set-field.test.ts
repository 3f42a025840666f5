import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { setField } from './admin-settings.ts';
import { readSettings } from './settings.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
  store = await testDatabase();
});
afterEach(() => store.close());

const set = (path: string, text: string) => store.db.transaction().execute((trx) => setField(trx, path, text));

test('text fields take text, all others JSON', async () => {
  await set('contacts.qq', '12345');
  await set('social.github.id', 'true');
  await set('uploads.quota', '50');
  await set('logins.types', '[1, 6]');
  await set('reading.offline', 'false');
  await set('festival.lantern', 'off');
  await set('hot.base', 'https://hot.example');
  await set('hot.base', '');
  expect(await readSettings(store.db)).toMatchObject({
    contacts: { qq: '12345' },
    social: { github: { id: 'true', secret: '' }, qq: { id: '' } },
    uploads: { quota: 50 },
    logins: { types: [1, 6] },
    reading: { offline: false },
    festival: { lantern: 'off' },
    hot: { base: '' },
  });
});

test.each([
  ['weather.today', '雨', '没有「weather.today」这一项'],
  ['identity.colour', '红', '没有「identity.colour」这一项'],
  ['identity.__proto__', '{}', '没有「identity.__proto__」这一项'],
  ['social.qq.id.more', '1', '没有「social.qq.id.more」这一项'],
  ['social.qq', '{}', '「social.qq」是一组，请写到其中一项，例如 social.qq.id'],
  ['uploads.quota', '很多', '「uploads.quota」的值不是 JSON'],
  ['uploads.quota', '0', '「uploads.quota」须为 1 到 1000000'],
  ['uploads.quota', '"50"', '「uploads.quota」须为整数'],
  ['reading.offline', '1', '「reading.offline」须为 true 或 false'],
  ['logins.types', '[7]', '「logins.types」须为 1 到 6'],
  ['festival.lantern', 'red', '「festival.lantern」须为 auto、on 或 off'],
  ['hot.base', 'ftp://x', '「hot.base」须为 http 或 https 网址，或留空'],
])('%s = %s is refused and changes nothing', async (path, text, words) => {
  await expect(set(path, text)).rejects.toThrow(words);
  expect(await store.db.selectFrom('settings').selectAll().execute()).toEqual([]);
  expect(await store.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});
