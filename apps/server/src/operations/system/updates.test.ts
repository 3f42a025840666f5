import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { programVersion } from '../../platform/program-files.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let server: Server;
let requested: number;
let answer: unknown;

beforeEach(async () => {
  requested = 0;
  site = await testSite();
  server = createServer((_, reply) => {
    requested++;
    reply.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.close();
  await site.close();
});

async function askWith(updates: boolean) {
  const updatesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
  await site.db.transaction().execute((trx) => saveSettings(trx, 'system', { updates, updatesUrl }));
  forgetSettings(site.db);
  await site.running.updates.ask();
  return (await site.office(site.owner).system.show()).newer;
}

test('the update check is off by default', async () => {
  answer = { version: '999.0.0' };
  await site.running.updates.ask();
  expect(await askWith(false)).toBe('');
  expect(requested).toBe(0);
});

test('only a newer version is reported', async () => {
  answer = { tag_name: 'v999.0.1' };
  expect(await askWith(true)).toBe('999.0.1');
  for (const version of [programVersion(), '0.0.1']) {
    answer = { version };
    expect(await askWith(true)).toBe('');
  }
  expect(requested).toBe(3);
});

test('release notes come as plain text without control characters, from either format', async () => {
  const notes = async () => (await site.office(site.owner).system.show()).notes;
  answer = { version: '999.0.0', notes: ' 新增\r\n<b>升级须知\u0007\u202e</b> ' };
  await askWith(true);
  expect(await notes()).toBe('新增\n<b>升级须知</b>');
  answer = { tag_name: 'v999.0.0', body: '长'.repeat(9000) };
  await askWith(true);
  expect(await notes()).toHaveLength(5000);
  answer = { version: '0.0.1', notes: '旧的' };
  await askWith(true);
  expect(await notes()).toBe('');
  expect((await site.office(site.owner).system.show()).command).toBe(''); // a clone has no release
});

test('a reply without a version is a failure', async () => {
  answer = { hello: 'world' };
  await expect(askWith(true)).rejects.toThrow('没有读到版本号');
  expect((await site.office(site.owner).system.show()).newer).toBe('');
});

test('a manual check answers at once, is refused while switched off, and reports failures', async () => {
  const ask = () => site.office(site.owner).system.askUpdates();
  await expect(ask()).rejects.toMatchObject({ id: 'invalid-input', message: '没有打开检查新版本' });
  expect(requested).toBe(0);
  expect((await site.office(site.owner).system.show()).asked).toBe(null);

  answer = { version: '999.0.0' };
  await askWith(true);
  expect(await ask()).toEqual({ newer: '999.0.0' });
  expect((await site.office(site.owner).system.show()).asked).toMatchObject({ failure: '' });
  answer = '不是版本';
  await expect(ask()).rejects.toMatchObject({ id: 'unavailable', message: '检查失败：没有读到版本号' });
  const shown = await site.office(site.owner).system.show();
  expect(shown).toMatchObject({ newer: '999.0.0', asked: { failure: '没有读到版本号' } });
});

test('the check cannot be switched on without an address', async () => {
  const { settings } = site.office(site.owner);
  const group = (await settings.list()).find(({ name }) => name === 'system');
  const value = { ...group?.value, updates: true, updatesUrl: '' };
  const save = settings.save({ body: { name: 'system', value, version: group?.version ?? '' } });
  await expect(save).rejects.toMatchObject({ id: 'invalid-input', field: 'system.updatesUrl' });
  expect((await settings.list()).find(({ name }) => name === 'system')?.value).toMatchObject({ updates: false });
});
