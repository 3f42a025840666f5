import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { openSetup } from './setup.ts';

const site = freshSite();

const account = { nickname: '沈砚', email: 'owner@example.com', password: 'a long enough one' };
const claim = (token: string, change = {}) => site.as(null).setup.claim({ body: { token, ...account, ...change } });
const check = async (token: string) => (await site.as(null).setup.check({ body: { token } })).state;
const owner = () => site.db.selectFrom('users').selectAll().where('role', '=', 'owner').executeTakeFirstOrThrow();

test('the printed link creates the owner once and is invalid afterwards', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  await claim(token);
  expect(await owner()).toMatchObject({ nickname: '沈砚', email: 'owner@example.com' });
  expect((await owner()).passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456/);

  await expect(claim(token, { nickname: '别人' })).rejects.toMatchObject({ id: 'already-done' });
  expect((await owner()).nickname).toBe('沈砚');
  expect(await check(token)).toBe('used');
  expect(await openSetup(site.db, {})).toBeUndefined();
});

test('the owner is logged in with it and enters the back office', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  expect(await check(token)).toBe('good');
  const me = await claim(token);
  expect(me).toMatchObject({ id: site.owner.id, role: 'owner', office: true });
  const headers = { authorization: me.token };
  const entered = JSON.parse((await site.app.inject({ url: '/v1/admin/', headers })).body);
  expect(entered).toMatchObject({ code: 200, data: { nickname: '沈砚', setupDue: 6 } });
});

test('the loss of a row does not reopen the set-up', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  await claim(token);
  await site.db.deleteFrom('settings').where('name', '=', 'setup').execute();
  await site.db
    .insertInto('settings')
    .values({ name: 'setupToken', value: secretHash(token) })
    .execute();
  await expect(claim(token)).rejects.toMatchObject({ id: 'already-done' });
  expect(await openSetup(site.db, {})).toBeUndefined(); // and the mark is there again
  await site.db.updateTable('users').set({ passwordHash: null, email: null }).where('role', '=', 'owner').execute();
  expect(await openSetup(site.db, {})).toBeUndefined();
  await expect(claim(token)).rejects.toMatchObject({ id: 'already-done' });
  expect((await owner()).passwordHash).toBeNull();
});

test('one of two concurrent uses of the link becomes the owner', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  const both = await Promise.allSettled([claim(token), claim(token, { nickname: '别人', email: 'b@example.com' })]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { id: 'already-done' } });
});

test('during the claim the link is either valid or used', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  const look = async (seen: string[]) => {
    do seen.push(await check(token));
    while (seen.at(-1) === 'good');
    return seen.at(-1);
  };
  const lookers = Array.from({ length: 8 }, () => look([]));
  await claim(token);
  expect(await Promise.all(lookers)).toEqual(Array(8).fill('used'));
});

test('a wrong or an earlier link changes nothing', async () => {
  const first = (await openSetup(site.db, {})) ?? '';
  await openSetup(site.db, {}); // another start prints another link
  expect([await check(first), await check('x')]).toEqual(['wrong', 'wrong']);
  await expect(claim(first)).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(claim('x')).rejects.toMatchObject({ id: 'not-allowed' });
  expect((await owner()).passwordHash).toBeNull();
});

test.each([
  ['nickname', ''],
  ['email', 'nobody'],
  ['password', 'short'],
  ['token', ''],
])('a wrong %s is refused by name and leaves the link alive', async (field, value) => {
  const token = (await openSetup(site.db, {})) ?? '';
  await expect(claim(token, { [field]: value })).rejects.toMatchObject({ id: 'invalid-input', field });
  await claim(token);
});

test('only the hash of the token is kept', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  const rows = await site.db.selectFrom('settings').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('the environment creates the owner without a link, with a normalized mailbox', async () => {
  expect(await openSetup(site.db, { email: 'Me@Example.com', password: 'a long enough one' })).toBeUndefined();
  expect(await owner()).toMatchObject({ email: 'me@example.com', nickname: '站长' });
  const body = { email: 'ME@example.com', password: 'a long enough one' };
  expect(await site.as(null).accounts.emailLogin({ body })).toMatchObject({ id: site.owner.id, role: 'owner' });
});

test('two processes that start at once make one owner', async () => {
  const account = { email: 'me@example.com', password: 'a long enough one' };
  expect(await Promise.all([openSetup(site.db, account), openSetup(site.db, account)])).toEqual([undefined, undefined]);
  expect(await owner()).toMatchObject({ email: 'me@example.com' });
});

test('a weak password is refused from the link and from the environment', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  const weak = { id: 'invalid-input', field: 'password', message: '这个密码太常见，请换一个' };
  await expect(claim(token, { password: 'admin888' })).rejects.toMatchObject(weak);
  await expect(openSetup(site.db, { email: 'me@example.com', password: 'admin888' })).rejects.toThrow(
    'OWNER_EMAIL 与 OWNER_PASSWORD 不能用作站长账号：这个密码太常见，请换一个',
  );
  expect(await owner()).toMatchObject({ email: null, passwordHash: null });
  await claim(token);
});

test('the owner’s name is theirs alone, and may be the title', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  await expect(claim(token, { nickname: '小 林' })).rejects.toMatchObject({ id: 'taken', field: 'nickname' });
  await expect(claim(token, { nickname: '沈\u202e砚' })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'nickname',
  });
  expect(await owner()).toMatchObject({ nickname: '站长', passwordHash: null });
  await claim(token, { nickname: 'Shen Yan' });
  expect(await owner()).toMatchObject({ nickname: 'Shen Yan', nicknameKey: 'shenyan' });
});

test('a member’s mailbox is not the owner’s', async () => {
  await site.db.updateTable('users').set({ email: account.email }).where('id', '=', site.lin.id).execute();
  const token = (await openSetup(site.db, {})) ?? '';
  await expect(claim(token)).rejects.toMatchObject({ id: 'taken', field: 'email' });
  expect((await owner()).passwordHash).toBeNull();
  await claim(token, { email: 'other@example.com' });
});
