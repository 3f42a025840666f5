import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../test/site.ts';
import { openSetup } from './setup.ts';

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const account = { nickname: '沈砚', email: 'owner@example.com', password: 'a long enough one' };
const claim = (token: string, change = {}) => site.as(null).setup.claim({ body: { token, ...account, ...change } });
const owner = () => site.db.selectFrom('users').selectAll().where('role', '=', 'owner').executeTakeFirstOrThrow();

test('the printed link makes the owner once, and is dead afterwards', async () => {
  const token = (await openSetup(site.db, {})) ?? '';
  await claim(token);
  expect(await owner()).toMatchObject({ nickname: '沈砚', email: 'owner@example.com' });
  expect((await owner()).passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456/);

  await expect(claim(token, { nickname: '别人' })).rejects.toMatchObject({ id: 'already-done' });
  expect((await owner()).nickname).toBe('沈砚');
  expect(await openSetup(site.db, {})).toBeUndefined();
});

test('a wrong or an earlier link changes nothing', async () => {
  const first = (await openSetup(site.db, {})) ?? '';
  await openSetup(site.db, {}); // another start prints another link
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

test('the environment makes the owner without a link', async () => {
  expect(await openSetup(site.db, { email: 'me@example.com', password: 'a long enough one' })).toBeUndefined();
  expect(await owner()).toMatchObject({ email: 'me@example.com' });
  expect((await owner()).passwordHash).not.toBeNull();
});
