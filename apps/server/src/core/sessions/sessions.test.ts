import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { requireFreshSession } from '../identity/passwords.ts';
import { dropEndedSessions, endSessions, signIn } from './sessions.ts';

const start = 1_800_000_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;
// before the site, whose sessions begin then
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());
const site = freshSite();

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1';
const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const enter = ({ id }: Viewer, { agent = desk, address = '' } = {}) =>
  signIn(site.db, { userId: id, way: 'password', caller: { agent, address } });
const rows = () => site.db.selectFrom('sessions').selectAll().orderBy('id').execute();
const isIn = (token: string) =>
  site
    .withToken(token)
    .sessions.list()
    .then(
      () => true,
      ({ id }) => id !== 'signed-out',
    );
const list = (token: string) => site.withToken(token).sessions.list();

test('each device has a session of its own, the last used first', async () => {
  vi.setSystemTime(start + minute);
  const first = await enter(site.lin, { agent: phone });
  vi.setSystemTime(start + 2 * minute);
  const second = await enter(site.lin);
  const devices = await list(first.token);
  expect(devices.map(({ current }) => current)).toEqual([false, true, false]);
  expect(devices[0]).toMatchObject({ device: 'Chrome · Windows', way: 'password', usedAt: '2027-01-15T08:02:00.000Z' });
  expect(devices[1]?.device).toMatch(/Safari · iOS|Safari · iPhone/);
  expect((await list(second.token)).map(({ current }) => current)).toEqual([true, false, false]);
  expect(await site.as(site.ming).sessions.list()).toHaveLength(1);
});

test('only hashes of tokens are stored, and no list shows them', async () => {
  const { token } = await enter(site.lin);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await rows())).not.toContain(token);
  expect((await rows()).at(-1)?.tokenHash).toBe(secretHash(token));
  const answer = await site.app.inject({ url: '/v1/session/', headers: { authorization: token } });
  expect(answer.body).not.toContain(token);
  expect(answer.body).not.toContain(secretHash(token));
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a stored hash is not accepted as a token', async () => {
  const { token } = await enter(site.lin);
  expect(await isIn(secretHash(token))).toBe(false);
});

test('a session lasts seven days, used or not', async () => {
  const { token } = await enter(site.lin);
  vi.setSystemTime(start + 7 * day - 1);
  expect(await isIn(token)).toBe(true);
  vi.setSystemTime(start + 7 * day);
  expect(await isIn(token)).toBe(false);
  await expect(site.as(null).sessions.byToken({ query: { token } })).rejects.toMatchObject({
    id: 'signed-out',
    status: 401,
    message: '登录已失效，请重新登录',
  });
});

test('the token of an ended session counts as a visitor’s', async () => {
  await site.writes({ readType: 4, markdown: '开头。\n\n秘密。' });
  const { token } = await enter(site.ming);
  const read = async () =>
    (await site.app.inject({ url: '/v1/article/info?id=1', headers: { authorization: token } })).body;
  expect(await read()).toContain('秘密');
  vi.setSystemTime(start + 7 * day);
  const answer = await read();
  expect(answer).toContain('"code":200');
  expect(answer).not.toContain('秘密');
});

test('last use is stored at most every five minutes', async () => {
  const { token } = await enter(site.lin);
  const usedAt = async () => (await list(token)).find(({ current }) => current)?.usedAt;
  vi.setSystemTime(start + 5 * minute);
  expect(await usedAt()).toBe(new Date(start).toISOString());
  vi.setSystemTime(start + 5 * minute + 1);
  await expect.poll(usedAt).toBe(new Date(start + 5 * minute + 1).toISOString());
});

test('a member logs one of their devices out', async () => {
  const [here, there] = [await enter(site.lin), await enter(site.lin)];
  const { id } = (await list(there.token)).find(({ current }) => current) as { id: number };
  await site.withToken(here.token).sessions.revoke({ query: { id } });
  expect(await isIn(there.token)).toBe(false);
  expect(await isIn(here.token)).toBe(true);
  await expect(site.withToken(here.token).sessions.revoke({ query: { id } })).rejects.toMatchObject({
    id: 'not-found',
    field: 'id',
  });
});

test('another member’s device is not found and stays logged in', async () => {
  const before = await rows();
  const ofMing = before.find(({ userId }) => userId === site.ming.id)?.id as number;
  for (const id of [ofMing, 999_999])
    await expect(site.as(site.lin).sessions.revoke({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  await expect(site.as(site.owner).sessions.revoke({ query: { id: ofMing } })).rejects.toMatchObject({
    id: 'not-found',
  });
  for (const id of ['0', '-1', 'x', '', '1e3'])
    await expect(site.as(site.lin).sessions.revoke({ query: { id } })).rejects.toMatchObject({ id: 'invalid-input' });
  expect(await rows()).toEqual(before);
});

test('a member logs all other devices out, and nobody else’s', async () => {
  const [one, two] = [await enter(site.lin), await enter(site.lin)];
  await site.withToken(two.token).sessions.revokeOthers();
  expect(await isIn(one.token)).toBe(false);
  expect(await isIn(tokenOf(site.lin))).toBe(false);
  expect(await list(two.token)).toHaveLength(1);
  expect(await isIn(tokenOf(site.ming))).toBe(true);
});

test('ending all sessions includes the current one', async () => {
  const { token } = await enter(site.lin);
  await site.db.transaction().execute((trx) => endSessions(trx, site.lin.id));
  expect(await isIn(token)).toBe(false);
  expect(await isIn(tokenOf(site.ming))).toBe(true);
});

test('logging out ends this session only, and is no error for visitors', async () => {
  const [one, two] = [await enter(site.lin), await enter(site.lin)];
  expect(await site.withToken(one.token).sessions.logout()).toBeNull();
  expect(await isIn(one.token)).toBe(false);
  expect(await isIn(two.token)).toBe(true);
  const before = await rows();
  for (const token of [undefined, one.token, 'nobody has this'])
    expect(await site.withToken(token).sessions.logout()).toBeNull();
  expect(await rows()).toEqual(before);
});

test('a forged Authorization header counts as a visitor’s', async () => {
  const { token } = await enter(site.lin);
  const forgeries = [
    'x',
    `${token}x`,
    token.slice(1),
    token.toLowerCase(),
    `Bearer  ${token}`,
    `Basic ${token}`,
    `${site.lin.id}`,
    "' or '1'='1",
    `token-${site.lin.id};`,
    'null',
    'undefined',
    'x'.repeat(4000),
  ];
  for (const authorization of forgeries) {
    const answer = await site.app.inject({ url: '/v1/session/', headers: { authorization } });
    expect(answer.json(), authorization).toMatchObject({ code: 401, message: '请先登录', data: null });
  }
  for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`])
    expect((await site.app.inject({ url: '/v1/session/', headers: { authorization } })).statusCode).toBe(200);
  const url = `/v1/session/?token=${token}`;
  expect((await site.app.inject({ url, headers: { cookie: `token=${token}` } })).statusCode).toBe(401);
});

test('fetching the account by token does not return the token', async () => {
  const { token } = await enter(site.lin);
  const answer = await site.app.inject({ url: '/v1/user/selectUserInfoByToken', query: { token } });
  expect(answer.json()).toMatchObject({ code: 200, data: { id: site.lin.id, nickname: '小林', email: null } });
  expect(answer.json().data).not.toHaveProperty('token');
  expect(answer.body).not.toMatch(/passwordHash|tokenHash|nicknameKey/);
});

test('a token of the wrong length is refused by name', async () => {
  const refused = { id: 'invalid-input', field: 'token', message: '令牌有误' };
  await expect(site.as(null).sessions.byToken({ query: { token: 'x'.repeat(201) } })).rejects.toMatchObject(refused);
});

test('a session younger than ten minutes replaces the password', async () => {
  const viewer = { ...site.lin, signedInAt: start };
  vi.setSystemTime(start + 10 * minute);
  requireFreshSession(viewer);
  vi.setSystemTime(start + 10 * minute + 1);
  expect(() => requireFreshSession(viewer)).toThrow(expect.objectContaining({ id: 'not-allowed', status: 403 }));
  vi.setSystemTime(start - day); // the clock was set back: nobody knows how old it is
  expect(() => requireFreshSession(viewer)).toThrow(expect.objectContaining({ id: 'not-allowed' }));
});

test('the clean-up deletes ended sessions only', async () => {
  vi.setSystemTime(start + day);
  const { token } = await enter(site.lin);
  await dropEndedSessions(site.db, start + 7 * day);
  expect((await rows()).map(({ tokenHash }) => tokenHash)).toEqual([secretHash(token)]);
});

test('deleting a member deletes their sessions', async () => {
  const { token } = await enter(site.lin);
  await site.db.deleteFrom('users').where('id', '=', site.lin.id).execute();
  expect(await isIn(token)).toBe(false);
  expect((await rows()).some(({ userId }) => userId === site.lin.id)).toBe(false);
});
