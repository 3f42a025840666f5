import type { AccessKey } from '@mojian/contract/core/access-keys';
import type { KeyScope } from '@mojian/contract/platform/key-scopes';
import { expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { testSite } from '../../../test/site.ts';
import { formOf } from '../../../test/upload.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { dropEndedKeys } from './access-keys.ts';

const site = freshSite();
const day = 24 * 3_600_000;

const keysOf = (viewer: Viewer) => site.office(viewer).accessKeys;
const make = (viewer: Viewer, scopes: KeyScope[], name = 'Obsidian', days: number | null = 30) =>
  keysOf(viewer).add({ body: { name, scopes, days } });

type Sending = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; body?: object; address?: string };

/** Sends a request as a program with this key does. */
async function send(key: string, url: string, { method = 'GET', body, address }: Sending = {}) {
  const headers = { authorization: `Bearer ${key}`, ...(address && { 'x-forwarded-for': address }) };
  const response = await site.app.inject({ method, url, headers, ...(body && { payload: body }) });
  const { code, message, data, extra } = JSON.parse(response.body);
  return { code, message, data, failure: extra.failure };
}

const content = { title: '谷雨', markdown: '雨生百谷。' };
const draft = (key: string, to: object = {}) =>
  send(key, '/v1/article/', { method: 'POST', body: { key: crypto.randomUUID(), content: { ...content, ...to } } });

test('a key is shown once, stored as a hash, and listed with its name, scopes, end and beginning', async () => {
  const made = await make(site.lin, ['read', 'draft', 'read']);
  expect(made).toMatchObject({ name: 'Obsidian', scopes: ['read', 'draft'], usedAt: null, place: '', state: 'active' });
  expect(made.key).toMatch(/^mj_[\w-]{43}$/);
  const { key, ...listed } = made;
  expect(await keysOf(site.lin).list()).toEqual([listed]);
  expect(key.startsWith(listed.start)).toBe(true);
  expect(Date.parse(listed.expiresAt ?? '') - Date.parse(listed.createdAt)).toBe(30 * day);
  const [row] = await site.db.selectFrom('accessKeys').selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(key);
  expect(row?.keyHash).toBe(secretHash(key));
  expect((await make(site.lin, ['read'], '助手', null)).expiresAt).toBeNull();
  expect(await keysOf(site.ming).list()).toEqual([]);
});

test('a key writes drafts in its member’s name; each says by which key, until it is published', async () => {
  const { key } = await make(site.lin, ['draft', 'publish']);
  const { data, code } = await draft(key);
  expect(code).toBe(200);
  const drafts = site.as(site.lin).drafts;
  expect(await drafts.mine({ query: { id: data.id } })).toMatchObject({
    keyName: 'Obsidian',
    author: { nickname: '小林' },
  });
  expect((await drafts.list({ query: {} })).data.records[0]).toMatchObject({ title: '谷雨', keyName: 'Obsidian' });
  const { version } = await drafts.save({
    body: { id: data.id, version: data.version, content: { ...content, title: '改过' } as never },
  });
  expect((await drafts.mine({ query: { id: data.id } })).keyName).toBe('Obsidian');
  await site.change('writing', { members: true, publish: true });
  const sent = await send(key, '/v1/article/submit', { method: 'POST', body: { id: data.id, version } });
  expect(sent.data.state).toBe('published');
  expect((await drafts.mine({ query: { id: data.id } })).keyName).toBe('');
  const stored = await site.as(site.lin).revisions.list({ query: { id: data.id } });
  expect(stored.map(({ reason, keyName }) => [reason, keyName])).toEqual([
    ['published', 'Obsidian'],
    ['time', 'Obsidian'],
  ]);
  const own = await drafts.create({ body: { key: 'browser-12', content: content as never } });
  expect((await drafts.mine({ query: { id: own.id } })).keyName).toBe('');
});

test('a key uploads with its scope, and refuses it by name without', async () => {
  const { key } = await make(site.lin, ['read', 'draft']);
  expect(await send(key, '/v1/say/insertSay', { method: 'POST', body: { text: '早' } })).toMatchObject({
    code: 403,
    failure: 'no-scope',
    message: '这把钥匙没有「发布」（publish）的权限',
  });
  const form = await formOf({ bytes: 'no picture' });
  const headers = { ...form.headers, authorization: `Bearer ${key}` };
  const refused = await site.app.inject({ method: 'POST', url: '/file/upload', payload: form.payload, headers });
  expect(JSON.parse(refused.body).message).toBe('这把钥匙没有「传图片与附件」（upload）的权限');
  const { key: other } = await make(site.lin, ['upload'], '快捷指令');
  const received = await site.app.inject({
    method: 'POST',
    url: '/file/upload',
    payload: form.payload,
    headers: { ...form.headers, authorization: other },
  });
  expect(JSON.parse(received.body)).toMatchObject({ code: 415 });
  expect(await site.db.selectFrom('says').selectAll().execute()).toEqual([]);
});

test('a revoked key is refused at its next request, an expired one too, each saying why', async () => {
  const { id, key } = await make(site.lin, ['read']);
  expect((await send(key, '/v1/tag/')).code).toBe(200);
  await keysOf(site.lin).revoke({ query: { id } });
  expect(await send(key, '/v1/tag/')).toMatchObject({
    code: 401,
    failure: 'wrong-key',
    message: '钥匙「Obsidian」已经停用',
  });
  await expect(keysOf(site.lin).revoke({ query: { id } })).rejects.toMatchObject({ id: 'already-done' });
  expect((await keysOf(site.lin).list())[0]?.state).toBe('revoked');

  const late = await make(site.lin, ['read'], '旧手机');
  await site.db
    .updateTable('accessKeys')
    .set({ expiresAt: Date.now() - 1 })
    .where('id', '=', late.id)
    .execute();
  const { message, ...refused } = await send(late.key, '/v1/tag/');
  expect(refused).toMatchObject({ code: 401, failure: 'wrong-key' });
  expect(message).toMatch(/^钥匙「旧手机」在 .+ 到期了，请再做一把$/);
  expect((await keysOf(site.lin).list())[0]?.state).toBe('expired');
});

test('a key nobody made is refused, never taken for a visitor, and a key is no session', async () => {
  for (const wrong of ['mj_', 'mj_0', `mj_${'a'.repeat(43)}`])
    expect(await send(wrong, '/v1/article/')).toMatchObject({ code: 401, failure: 'wrong-key' });
  const { key } = await make(site.owner, ['read', 'draft', 'upload', 'publish', 'moderate']);
  const byToken = await site.app.inject({ url: `/v1/user/selectUserInfoByToken?token=${key}` });
  expect(JSON.parse(byToken.body).code).toBe(401);
  for (const [method, url] of [
    ['GET', '/v1/key/'],
    ['POST', '/v1/key/'],
    ['GET', '/v1/admin/settings/'],
    ['PUT', '/v1/admin/settings/'],
    ['POST', '/v1/account/close'],
    ['POST', '/v1/account/confirm'],
    ['GET', '/v1/admin/users/'],
    ['DELETE', '/v1/article/?id=1'],
    ['GET', '/v1/session/'],
  ] as const)
    expect(await send(key, url, { method }), url).toMatchObject({ code: 403, failure: 'no-scope' });
});

test('a key releases and hides what waits, and removes nothing', async () => {
  const { key } = await make(site.owner, ['moderate']);
  const id = await site.says({ state: 'held', reasons: ['含有链接'] });
  const act = (name: string) => send(key, '/v1/admin/says/', { method: 'POST', body: { ids: [id], act: name } });
  expect((await send(key, '/v1/admin/says/?state=held')).data.records).toHaveLength(1);
  expect(await act('remove')).toMatchObject({ code: 403, failure: 'no-scope' });
  expect(await act('release')).toMatchObject({ code: 200, data: { done: 1 } });
  const [acted] = await site.db.selectFrom('auditLog').selectAll().where('act', '=', 'says.release').execute();
  expect(acted?.actor).toBe('站长（钥匙「Obsidian」）');
  const { key: members } = await make(site.lin, ['moderate']);
  expect(await send(members, '/v1/admin/says/')).toMatchObject({ code: 403, failure: 'not-allowed' });
});

test('the key of a muted member only reads, that of a disabled or closed one does nothing', async () => {
  const { key } = await make(site.lin, ['read', 'draft']);
  const set = (change: object) => site.db.updateTable('users').set(change).where('id', '=', site.lin.id).execute();
  await set({ mutedAt: 1, mutedReason: '刷屏' });
  expect((await send(key, '/v1/tag/')).code).toBe(200);
  expect(await draft(key)).toMatchObject({ code: 403, message: expect.stringContaining('原因：刷屏') });
  await set({ mutedAt: null, disabledAt: 1, disabledReason: '广告' });
  expect(await send(key, '/v1/tag/')).toMatchObject({ code: 403, message: expect.stringContaining('原因：广告') });
  await set({ disabledAt: null, closesAt: Date.now() + day });
  expect(await send(key, '/v1/tag/')).toMatchObject({ code: 401, message: '这把钥匙的账号已注销' });
});

test('the last use is noted with its place, and whether it was the first from there', async () => {
  const { key } = await make(site.lin, ['read']);
  const use = async (address: string) => {
    await send(key, '/v1/tag/', { address });
    return (await keysOf(site.lin).list())[0] as AccessKey;
  };
  const first = await use('114.114.114.114');
  expect(first.usedAt).not.toBeNull();
  expect(first).toMatchObject({ place: '江苏', isNewPlace: false });
  expect(await use('8.8.8.8')).toMatchObject({ place: '美国', isNewPlace: true });
  expect(await use('114.114.114.114')).toMatchObject({ place: '江苏', isNewPlace: false });
});

test('an older login gives the password before it makes or widens a key; each new key is told to its member', async () => {
  const { id } = await make(site.lin, ['read']);
  const notices = await site.db.selectFrom('notices').select(['userId', 'title']).execute();
  expect(notices).toEqual([{ userId: site.lin.id, title: '做了一把程序用的钥匙' }]);
  const old = { createdAt: Date.now() - 3_600_000 };
  await site.db.updateTable('sessions').set(old).where('userId', '=', site.lin.id).execute();
  await site.db.updateTable('users').set({ passwordHash: 'x' }).where('id', '=', site.lin.id).execute();
  await expect(make(site.lin, ['read'])).rejects.toMatchObject({ id: 'password-needed' });
  const widened = { id, scopes: ['publish' as const] };
  await expect(keysOf(site.lin).change({ body: widened })).rejects.toMatchObject({ id: 'password-needed' });
  await keysOf(site.lin).revoke({ query: { id } });
});

test('name and scopes change, of one’s own key only', async () => {
  const { id, key } = await make(site.lin, ['read']);
  await expect(keysOf(site.ming).change({ body: { id, name: '我的' } })).rejects.toMatchObject({ id: 'not-found' });
  await expect(keysOf(site.ming).revoke({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  expect(await keysOf(site.lin).change({ body: { id, scopes: ['draft'] } })).toMatchObject({ scopes: ['draft'] });
  expect((await send(key, '/v1/article/')).failure).toBe('no-scope');
  expect(await keysOf(site.lin).change({ body: { id, name: '旧手机' } })).toMatchObject({ name: '旧手机' });
});

test.each([
  [{ name: ' ', scopes: ['read'], days: 1 }, 'name', '请给钥匙起个名字'],
  [{ name: '长'.repeat(31), scopes: ['read'], days: 1 }, 'name', '名字不能超过 30 个字'],
  [{ name: '助手', scopes: [], days: 1 }, 'scopes', '请选择能做什么'],
  [{ name: '助手', scopes: ['settings'], days: 1 }, 'scopes.0', '权限须为 read、draft、upload、publish、moderate'],
  [{ name: '助手', scopes: ['read'], days: 0 }, 'days', '天数至少是 1'],
  [{ name: '助手', scopes: ['read'], days: 4000 }, 'days', '天数最多 3650'],
])('a key as %j is refused at %s', async (body, field, message) => {
  await expect(keysOf(site.lin).add({ body: body as never })).rejects.toMatchObject({ field, message });
});

test('a member has twenty working keys at most', async () => {
  for (let made = 0; made < 20; made++) await make(site.lin, ['read'], `第 ${made} 把`);
  await expect(make(site.lin, ['read'])).rejects.toMatchObject({ id: 'not-allowed' });
  await keysOf(site.lin).revoke({ query: { id: (await keysOf(site.lin).list())[0]?.id ?? 0 } });
  await make(site.lin, ['read']);
});

test('the owner sees and revokes everybody’s keys, nobody else does', async () => {
  const { id, key } = await make(site.lin, ['read']);
  const office = site.office(site.owner).adminAccessKeys;
  expect((await office.list({ query: {} })).records).toMatchObject([{ id, member: { nickname: '小林' } }]);
  await expect(site.office(site.lin).adminAccessKeys.list({ query: {} })).rejects.toMatchObject({ id: 'not-allowed' });
  await office.revoke({ query: { id } });
  expect(await send(key, '/v1/tag/')).toMatchObject({ code: 401 });
  await expect(office.revoke({ query: { id: 999 } })).rejects.toMatchObject({ id: 'not-found' });
});

test('where a role logs in by passkey only, a key made in another login is refused', async () => {
  const { key } = await make(site.owner, ['read']);
  await site.change('passkeyOnly', { owner: 'only' } as never);
  expect(await send(key, '/v1/tag/')).toMatchObject({ code: 401, failure: 'wrong-key' });
});

test('keys that ended a month ago are deleted, others stay', async () => {
  const ended = await make(site.lin, ['read'], '旧');
  await make(site.lin, ['read'], '新', null);
  await keysOf(site.lin).revoke({ query: { id: ended.id } });
  await dropEndedKeys(site.db);
  expect(await keysOf(site.lin).list()).toHaveLength(2);
  await dropEndedKeys(site.db, Date.now() + 31 * day);
  expect(await site.db.selectFrom('accessKeys').select('name').execute()).toEqual([{ name: '新' }]);
});

test('a key has a limit of its own over all calls, apart from its member’s', async () => {
  const limited = await testSite({ limits: true });
  const { key } = await limited
    .office(limited.lin)
    .accessKeys.add({ body: { name: '脚本', scopes: ['read'], days: 1 } });
  const ask = async (url: string) => (await limited.app.inject({ url, headers: { authorization: key } })).statusCode;
  const codes = [];
  for (let sent = 0; sent < 245; sent++) codes.push(await ask(sent % 2 ? '/v1/tag/' : '/v1/category/names'));
  expect(codes.slice(0, 240).every((code) => code === 200)).toBe(true);
  expect(codes.slice(240)).toEqual([429, 429, 429, 429, 429]);
  await limited.as(limited.lin).categories.names();
  await limited.close();
});

test('a password reset by mail ends all keys, one changed while logged in none', async () => {
  const email = 'lin@example.com';
  await giveAccount(site, site.lin, { email, password: 'a long enough one' });
  const { key } = await make(site.lin, ['read']);
  const password = 'another long enough';
  await site.as(site.lin).accounts.changePassword({ body: { present: 'a long enough one', password } });
  expect((await send(key, '/v1/tag/')).code).toBe(200);
  const code = await site.codeFor(email);
  await site.as(null).accounts.forgetPassword({ body: { email, password: 'a third long enough', code } });
  expect(await send(key, '/v1/tag/')).toMatchObject({ code: 401, message: '钥匙「Obsidian」已经停用' });
});
