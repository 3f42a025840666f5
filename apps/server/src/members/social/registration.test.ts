import { afterEach, beforeEach, expect, test } from 'vitest';
import { socialSite } from '../../../test/stand-ins/social-site.ts';
import { dropIfUnshown, dropUnshown } from '../../core/uploads/drop-picture.ts';
import { listUsedPictureKeys } from '../../core/uploads/file-uses.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { forgetRefused } from '../registration/applications.ts';

let site: Awaited<ReturnType<typeof socialSite>>;
beforeEach(async () => {
  site = await socialSite('github');
});
afterEach(() => site.close());

const login = async () => Object.fromEntries((await site.browser().login()).target.searchParams);

test.each(['closed', 'invite'] as const)(
  'while registration is %s a first login makes nobody, a second one is let in',
  async (mode) => {
    expect(await login()).toHaveProperty('token');
    await site.turn({ registration: mode });
    expect(await login()).toHaveProperty('token');
    const before = await site.traces();
    site.standIn.person = { id: '2002', name: '沈砚' };
    expect(await login()).toEqual({ loginFailed: mode });
    expect(await site.traces()).toEqual(before);
  },
);

test('while registration is reviewed a first login applies once, and is a login once the owner approved', async () => {
  await site.turn({ registration: 'review' });
  site.standIn.person = { id: '2002', name: '沈砚' };
  expect(await login()).toEqual({ loginFailed: 'waiting' });
  expect(await login()).toEqual({ loginFailed: 'waiting' });
  const office = site.office(site.owner).registration;
  const { records } = await office.applications({ query: {} });
  expect(records).toMatchObject([{ nickname: '沈砚', way: 'github' }]);
  await office.decide({ body: { act: 'approve', ids: records.map(({ id }) => id) } });
  expect(await login()).toHaveProperty('token');

  site.standIn.person = { id: '3003', name: '生人' };
  await login();
  const [other] = (await office.applications({ query: {} })).records;
  await office.decide({ body: { act: 'refuse', ids: [other?.id ?? 0], reason: '不认识' } });
  expect(await login()).toEqual({ loginFailed: 'rejected' });
});

/** Does what follows the commits, such as deleting pictures. */
async function runEffects() {
  const kinds = await site.db.selectFrom('outbox').select('kind').execute();
  const others = Object.fromEntries(kinds.map(({ kind }) => [kind, async () => {}]));
  const drop = (picture: Parameters<typeof dropIfUnshown>[1]) => dropIfUnshown(site, picture);
  await new Outbox({ db: site.db, effects: { ...others, [dropUnshown]: drop }, now: () => Date.now() + 60_000 }).run();
}

test('the picture of an applicant is used while they wait, and deleted with their refusal', async () => {
  await site.turn({ registration: 'review' });
  site.standIn.person = { id: '2002', name: '沈砚' };
  expect(await login()).toEqual({ loginFailed: 'waiting' });
  const office = site.office(site.owner).registration;
  const waiting = await site.db.selectFrom('applications').select(['id', 'avatar']).executeTakeFirstOrThrow();
  expect(waiting.avatar).toMatch(/^\/files\//);
  const key = waiting.avatar.replace('/files/', '');
  expect(await listUsedPictureKeys(site.db, site.tables)).toContain(key);

  await office.decide({ body: { act: 'refuse', ids: [waiting.id], reason: '不认识' } });
  await runEffects();
  expect(await site.storage.has(key)).toBe(false);
  expect((await site.traces()).files).toEqual([]);
  expect(await login(), 'a second attempt stores none').toEqual({ loginFailed: 'rejected' });
  expect((await site.traces()).files).toEqual([]);
});

test('the picture of a refusal by a former version goes when that is forgotten', async () => {
  await site.turn({ registration: 'review' });
  site.standIn.person = { id: '2002', name: '沈砚' };
  await login();
  await site.db.updateTable('applications').set({ state: 'refused', decidedAt: 1 }).execute();
  await forgetRefused(site.db);
  await runEffects();
  expect((await site.traces()).files).toEqual([]);
});

test('an application of who logged in meanwhile, after registration was opened, is dropped by its approval', async () => {
  await site.turn({ registration: 'review' });
  site.standIn.person = { id: '2002', name: '沈砚' };
  await login();
  await site.turn({ registration: 'open' });
  expect(await login()).toHaveProperty('token');
  const office = site.office(site.owner).registration;
  const ids = (await office.applications({ query: {} })).records.map(({ id }) => id);
  expect(await office.decide({ body: { act: 'approve', ids } })).toMatchObject({ done: 0, failed: [{ id: ids[0] }] });
  expect((await office.applications({ query: {} })).records).toEqual([]);
  expect(await login()).toHaveProperty('token');
});
