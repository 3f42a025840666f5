import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../test/site.ts';
import { forgetOldActs } from './admin-audit.ts';
import { recordAct } from './audit.ts';

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const day = 24 * 3_600_000;
const list = async (query: object = {}) => (await site.office(site.owner).audit.list({ query })).records;
const did = (act: Parameters<typeof recordAct>[2], viewer = site.owner) =>
  site.db.transaction().execute((trx) => recordAct(trx, viewer, act));
const acts = async (query: object) => (await list(query)).map(({ act }) => act);

test('acts are told with who, to what, and what changed; secrets are masked', async () => {
  const subject = `user:${site.lin.id}`;
  await did({ act: 'users.role', subject, before: { role: 'member' }, after: { role: 'admin' } });
  await did({ act: 'settings.save', subject: 'mail', after: { smtp: { password: 'geheim', host: 'a' } } });
  expect(await list()).toMatchObject([
    { act: 'settings.save', title: '', before: null, after: { smtp: { password: '••••', host: 'a' } } },
    { act: 'users.role', subject, title: '小林', before: { role: 'member' }, after: { role: 'admin' } },
  ]);
  expect((await list())[0]?.actor).toEqual({ id: site.owner.id, name: '站长' });
});

test('they are filtered by who, what, to what and when', async () => {
  await did({ act: 'users.role', subject: 'user:1' });
  await did({ act: 'users.disable', subject: 'user:2' }, site.lin);
  await did({ act: 'usersx.note', subject: 'user:1' });
  expect(await acts({ what: 'users' })).toEqual(['users.disable', 'users.role']);
  expect(await acts({ what: 'users.role' })).toEqual(['users.role']);
  expect(await acts({ who: '林' })).toEqual(['users.disable']);
  expect(await acts({ subject: 'user:1', what: 'users' })).toEqual(['users.role']);
  await site.db
    .updateTable('auditLog')
    .set({ createdAt: Date.now() - 2 * day })
    .where('act', '=', 'users.role')
    .execute();
  expect(await acts({ what: 'users', days: '1' })).toEqual(['users.disable']);
  await expect(list({ what: "users'--" })).rejects.toMatchObject({ id: 'invalid-input', field: 'what' });
});

test('what somebody did outlives their account by name, and is forgotten after a year', async () => {
  await did({ act: 'users.role' }, site.lin);
  await did({ act: 'users.note' });
  await site.db.deleteFrom('users').where('id', '=', site.lin.id).execute();
  expect((await list({ what: 'users.role' }))[0]?.actor).toEqual({ id: null, name: '小林' });
  const long = Date.now() - 366 * day;
  await site.db.updateTable('auditLog').set({ createdAt: long }).where('act', '=', 'users.note').execute();
  await forgetOldActs(site.db);
  expect(await acts({})).toEqual(['users.role']);
});
